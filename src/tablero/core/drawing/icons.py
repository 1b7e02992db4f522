"""Line icons on a 24 x 24 grid, drawn with the current text colour."""

from __future__ import annotations

from functools import cache

from tablero.core.drawing.shapes import short

ICON_SHAPES = {
    "turn-left": '<path d="M5 12a7 7 0 1 0 2.2-5.1"/><path d="M4.5 3.8v4h4"/>',
    "turn-right": '<path d="M19 12a7 7 0 1 1-2.2-5.1"/><path d="M19.5 3.8v4h-4"/>',
    "undo": ('<path d="M8 7 4 11l4 4"/><path d="M4.5 11H14a5.5 5.5 0 0 1 0 11h-2" transform="translate(0 -1.5)"/>'),
    "send": '<path d="M4 12 20.5 4.5 15 20l-3.5-6.5zM11.5 13.5l9-9"/>',
    "flag": '<path d="M6 21V4M6 5h11l-2 3.5L17 12H6"/>',
    "check": '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
    "first": '<path d="M6 5v14M19 5l-9 7 9 7z"/>',
    "lamp": '<path d="M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0c-.7.6-1 1.2-1 2h-5c0-.8-.3-1.4-1-2z"/>',
    "previous": '<path d="M17 5 8 12l9 7z"/>',
    "next": '<path d="m7 5 9 7-9 7z"/>',
    "last": '<path d="M18 5v14M5 5l9 7-9 7z"/>',
    "play": '<path d="M7 4.5 19 12 7 19.5z" fill="currentColor" stroke="none"/>',
    "pause": '<path d="M8 5v14M16 5v14" stroke-width="3.4"/>',
    "sound": '<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5z" fill="currentColor"/>'
    '<path d="M15.5 8.5a5 5 0 0 1 0 7M18 6a8.5 8.5 0 0 1 0 12"/>',
    "silence": '<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5z" fill="currentColor"/><path d="m16 9.5 5 5M21 9.5l-5 5"/>',
    "help": (
        '<circle cx="12" cy="12" r="9"/><path d="M9.5 9.5a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.2.9-1.2 1.9"/>'
        '<path d="M12 17v.3"/>'
    ),
    "settings": (
        '<path d="M4 7h9M19 7h1M4 17h3M13 17h7"/><circle cx="16" cy="7" r="2.6"/><circle cx="10" cy="17" r="2.6"/>'
    ),
    "globe": (
        '<circle cx="12" cy="12" r="9"/>'
        '<path d="M3.5 9.5h17M3.5 14.5h17M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18"/>'
    ),
    "eye-off": (
        '<path d="M4 4l16 16"/>'
        '<path d="M9.9 5.7A9.5 9.5 0 0 1 21.5 12a13 13 0 0 1-2.6 3.4M6.3 7.3A13.5 13.5 0 0 0 2.5 '
        '12a10.2 10.2 0 0 0 13 5.6"/>'
    ),
    "eye": ('<path d="M2.5 12C6 5.5 18 5.5 21.5 12 18 18.5 6 18.5 2.5 12z"/><circle cx="12" cy="12" r="2.8"/>'),
    "link": (
        '<path d="M10 14a4 4 0 0 0 5.7 0l3.4-3.4a4 4 0 0 0-5.7-5.7L12 6.3"/>'
        '<path d="M14 10a4 4 0 0 0-5.7 0l-3.4 3.4a4 4 0 0 0 5.7 5.7L12 17.7"/>'
    ),
    "bot": (
        '<rect x="4.5" y="8" width="15" height="11" rx="3"/><path d="M12 8V4.5M9 13v1M15 13v1"/>'
        '<circle cx="12" cy="4" r=".8"/>'
    ),
    "user": '<circle cx="12" cy="8" r="4"/><path d="M4.5 20c1-4.5 4-6 7.5-6s6.5 1.5 7.5 6"/>',
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>',
    "users": (
        '<circle cx="9" cy="8.5" r="3.5"/>'
        '<path d="M2.5 19c.8-4 3.2-5.3 6.5-5.3s5.7 1.3 6.5 5.3M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.3c2 '
        '.6 3.2 2.1 3.7 4.7"/>'
    ),
    "branch": (
        '<circle cx="6" cy="5.5" r="2.3"/><circle cx="6" cy="18.5" r="2.3"/><circle cx="18" cy="9" r="2.3"/>'
        '<path d="M6 7.8v8.4M18 11.3c0 3.5-3 4.2-6 4.2H6"/>'
    ),
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "chevron": '<path d="m6 9 6 6 6-6"/>',
    "arrow": '<path d="M4 12h15M13 6l6 6-6 6"/>',
    "swap": '<path d="M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4"/>',
    "chat": '<path d="M4 5h16v11H10l-4.5 4v-4H4z"/>',
    "bag": (
        '<path d="M8 8c-3 3-4.5 6-4.5 8.5C3.5 20 7 21 12 21s8.5-1 8.5-4.5C20.5 14 19 11 16 8M7.5 8h9M9 '
        '8 7.5 4.5c1.5.8 3 .8 4.5 0 1.5.8 3 .8 4.5 0L15 8"/>'
    ),
    "crown": '<path d="M4 18h16M4.5 15 3.5 7.5l5 3.5L12 5.5l3.5 5.5 5-3.5-1 7.5z"/>',
    "no-connection": (
        '<path d="M8.5 16.2a5 5 0 0 1 7 0M5 12.7a10 10 0 0 1 4.6-2.6M14.6 10.2a10 10 0 0 1 4.4 2.5"/>'
        '<path d="M1.8 9.2a14.6 14.6 0 0 1 5-3.2M10.8 5.2a14.6 14.6 0 0 1 11.4 4M3 3l18 18M12 19.6v.2"/>'
    ),
    "lock": '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
    "replay": (
        '<path d="M4.5 12a7.5 7.5 0 1 0 2.3-5.4"/><path d="M4 3.5V8h4.5"/>'
        '<path d="M10.5 9.5v5l4-2.5z" fill="currentColor"/>'
    ),
    "flip": '<path d="M12 3v18" stroke-dasharray="2 2.5"/><path d="M9 6 3.5 17.5H9zM15 6l5.5 11.5H15z"/>',
    "dots": (
        '<circle cx="6" cy="12" r="1.3" fill="currentColor"/>'
        '<circle cx="12" cy="12" r="1.3" fill="currentColor"/>'
        '<circle cx="18" cy="12" r="1.3" fill="currentColor"/>'
    ),
    "chart": '<path d="M4 4v16h16"/><path d="m7 15 4-5 3.5 3L20 6"/>',
    "bulb": '<path d="M9 17.5c0-2-3-3.7-3-7.3a6 6 0 0 1 12 0c0 3.6-3 5.3-3 7.3zM9.5 20.5h5"/>',
    "close": '<path d="M6 6l12 12M18 6 6 18"/>',
    "book": '<path d="M12 6.5C9.5 4.7 6.5 4.5 3.5 5v13.5c3-.5 6-.3 8.5 1.5 2.5-1.8 5.5-2 8.5-1.5V5c-3-.5-6-.3-8.5 1.5z'
    'M12 6.5V20"/>',
    "zoom": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5M10.5 8v5M8 10.5h5"/>',
}


@cache
def icon(name: str, size: float = 20, stroke: float = 1.8, kind: str = "") -> str:
    """Draw an icon as an SVG element, hidden from screen readers: its button needs a label."""
    return (
        f'<svg class="icon{" " + kind if kind else ""}" width="{short(size)}" height="{short(size)}" '
        f'viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="{short(stroke)}" stroke-linecap="round" '
        f'stroke-linejoin="round" aria-hidden="true">{ICON_SHAPES[name]}</svg>'
    )
