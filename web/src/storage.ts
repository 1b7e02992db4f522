// localStorage that never throws: where the browser refuses it, nothing is stored.

export function getStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function setStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Only a preference is lost.
  }
}
