// Updates that keep the elements that are there, and actions by name for elements that come and go.

import { append } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

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
