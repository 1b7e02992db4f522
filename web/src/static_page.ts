// Script of pages that do not change by themselves: accounts, lists, errors.
import { shell } from "./shell";
import { sound } from "./sound";

shell();
sound.switches(document.querySelectorAll<HTMLElement>("[data-sound]"));
