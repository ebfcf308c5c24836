// placeholder
export class Orders {
  /** @param {import("./views.js").Context} context @param {() => number[]} persons */
  constructor(context, persons) {
    this.context = context;
    this.persons = persons;
    this.host = document.createElement("div");
  }
  /** @param {string} _key */
  press(_key) {
    return false;
  }
  /** @param {string} _word */
  async typed(_word) {}
  shown() {}
  unmount() {}
  example() {
    return "";
  }
  status() {
    return "";
  }
}
