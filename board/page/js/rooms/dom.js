/**
 * Elements from descriptions, and updates that keep the elements that are there.
 *
 * Text goes into text nodes and attributes only, so nothing that another person wrote can become markup.
 * @module
 */

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an HTML element. `true` is an attribute without a value; `false`, `null` and `undefined` are none.
 * @param {string} tag may end in `.class`
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  return fill(element, classes, attributes, children);
}

/**
 * Makes an SVG element.
 * @param {string} tag may end in `.class`
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name || "g"));
  return fill(element, classes, attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {string[]} classes
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {E}
 */
function fill(element, classes, attributes, children) {
  if (classes.length > 0) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    const text = value === true ? "" : String(value);
    if (name === "class") element.setAttribute("class", [...classes, text].join(" ").trim());
    else element.setAttribute(name, text);
  }
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Node) element.append(child);
    else if (typeof child === "number" || typeof child === "string") element.append(String(child));
  }
}

/**
 * Makes the children of `element` equal to `children`, and keeps the elements that match in place, so that focus,
 * text that is being written, and running transitions survive. Elements match by `data-key`, else by place. If the
 * element with the focus goes, the heading gets it.
 * @param {Element} element
 * @param {...Child} children
 */
export function update(element, ...children) {
  const next = document.createElement("div");
  append(next, children);
  const hadFocus = element.contains(document.activeElement);
  morphChildren(element, next);
  if (hadFocus && !element.contains(document.activeElement)) focusHeading(element);
}

/**
 * Puts the focus on what has taken the place of the element that had it.
 * @param {Element} element
 */
function focusHeading(element) {
  const heading = element.querySelector("h2, h3");
  if (!(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * @param {Node} node
 * @returns {string | null}
 */
function keyOf(node) {
  return node instanceof Element ? node.getAttribute("data-key") : null;
}

/**
 * @param {Node} a
 * @param {Node} b
 */
function canBecome(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);
}

/**
 * @param {Node} parent
 * @param {Node} next
 */
function morphChildren(parent, next) {
  /** @type {Map<string, Node>} */
  const keyed = new Map();
  for (const child of parent.childNodes) {
    const key = keyOf(child);
    if (key !== null) keyed.set(key, child);
  }
  let here = parent.firstChild;
  for (const wanted of [...next.childNodes]) {
    const key = keyOf(wanted);
    const old = key === null ? here : (keyed.get(key) ?? null);
    if (old !== null && canBecome(old, wanted)) {
      if (old === here) here = here.nextSibling;
      else parent.insertBefore(old, here);
      morph(old, wanted);
    } else {
      parent.insertBefore(wanted, here);
    }
  }
  while (here !== null) {
    const following = here.nextSibling;
    here.parentNode?.removeChild(here);
    here = following;
  }
}

/**
 * @param {Node} old
 * @param {Node} wanted
 */
function morph(old, wanted) {
  if (!(old instanceof Element) || !(wanted instanceof Element)) {
    if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
    return;
  }
  if (old.hasAttribute("data-own")) return;
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name) && name !== "style" && name !== "open" && name !== "tabindex") old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  morphChildren(old, wanted);
}

/**
 * Calls the function that `data-do` names when an element below `root` is clicked or a form is submitted.
 * @param {HTMLElement} root
 * @param {Record<string, (argument: string, element: HTMLElement, event: Event) => void>} actions
 * @param {AbortSignal} signal
 */
export function listen(root, actions, signal) {
  /** @param {Event} event */
  const handle = (event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    if (!(target instanceof HTMLElement || target instanceof SVGElement) || !root.contains(target)) return;
    const isForm = target instanceof HTMLFormElement;
    if (isForm !== (event.type === "submit")) return;
    if (target.getAttribute("aria-disabled") === "true") return;
    const action = actions[target.getAttribute("data-do") ?? ""];
    if (action === undefined) return;
    if (isForm) event.preventDefault();
    action(target.getAttribute("data-arg") ?? "", /** @type {HTMLElement} */ (target), event);
  };
  root.addEventListener("click", handle, { signal });
  root.addEventListener("submit", handle, { signal });
}

/**
 * A button that `listen` answers.
 * @param {string} text
 * @param {string} action
 * @param {Attributes} [attributes]
 * @returns {HTMLElement}
 */
export function button(text, action, attributes = {}) {
  return h("button", { type: "button", "data-do": action, ...attributes }, text);
}
