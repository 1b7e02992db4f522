declare module "idiomorph/dist/idiomorph.esm.js" {
  interface Callbacks {
    afterNodeAdded?: (node: Node) => void;
    beforeAttributeUpdated?: (name: string, node: Element, change: "update" | "remove") => boolean;
  }
  export const Idiomorph: {
    morph(
      old: Element,
      html: string,
      config?: { morphStyle?: "innerHTML" | "outerHTML"; ignoreActiveValue?: boolean; callbacks?: Callbacks },
    ): void;
  };
}
