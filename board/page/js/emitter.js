// Events between modules.

/**
 * Listeners by the name of an event.
 * @template {Record<string, any>} Events
 */
export class Emitter {
  /** @type {Map<keyof Events, Set<(value: any) => void>>} */
  #listeners = new Map();

  /**
   * Calls `listener` at each event of this name. Returns what removes it again.
   * @template {keyof Events} K
   * @param {K} name
   * @param {(value: Events[K]) => void} listener
   * @returns {() => void}
   */
  on(name, listener) {
    const set = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, set.add(listener));
    return () => set.delete(listener);
  }

  /**
   * @template {keyof Events} K
   * @param {K} name
   * @param {Events[K]} value
   */
  emit(name, value) {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(value);
  }
}
