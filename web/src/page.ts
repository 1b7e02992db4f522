// Pages without a life of their own: rules, replays, errors.
import { shell } from "./shell";
import { sound } from "./sound";

shell();
sound.switches(document.querySelectorAll<HTMLElement>("[data-sound]"));
