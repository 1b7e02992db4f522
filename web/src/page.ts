// Pages without a life of their own: rules, replays, errors.
import { shell } from "./shell";

shell();
