// My page: the one switch that belongs to this device, not to the person.
import { shell } from "./shell";
import { sound } from "./sound";

shell();

for (const line of document.querySelectorAll<HTMLElement>(".this-device")) {
  line.hidden = false;
  const knob = line.querySelector<HTMLElement>("[role=switch]");
  if (knob) sound.switches([knob]);
}
