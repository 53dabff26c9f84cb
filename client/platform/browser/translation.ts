/**
 * Keeps React working on a page that the browser translates.
 *
 * A translator replaces or wraps text nodes by its own elements. React still refers to the original nodes: it changes the text of a node
 * that is not visible, and throws when it removes the node or inserts something before it
 * (https://github.com/facebook/react/issues/11538). So this module records which nodes replace which. When React changes an original, the
 * original is put back and the translator translates it again. When React removes an original, its replacement is removed.
 */

/** By original node: its former parent, and the translator's nodes. */
const replacements = new WeakMap<Node, { parent: Node; nodes: ChildNode[] }>()
/** By node of the translator: the original node. */
const originals = new WeakMap<Node, Node>()
/** By parent: its replaced children. A sentence may consist of several, so they are put back together. */
const replacedChildren = new WeakMap<Node, Set<Node>>()

let isWatching = false

export function surviveTranslation(): void {
  if (isWatching) return
  isWatching = true
  patchNodeMethods()
  new MutationObserver(recordReplacements).observe(document.documentElement, {
    childList: true,
    subtree: true,
  })
}

/** Observes originals, which are not in the document. */
const originalObserver =
  typeof MutationObserver === 'undefined'
    ? null
    : new MutationObserver(records => {
        for (const { target } of records) {
          const parent = parentOfReplaced(target)
          if (parent) for (const original of [...(replacedChildren.get(parent) ?? [])]) putBack(original)
        }
      })

function parentOfReplaced(changed: Node): Node | undefined {
  for (let node: Node | null = changed; node !== null; node = node.parentNode) {
    const replacement = replacements.get(node)
    if (replacement) return replacement.parent
  }
  return undefined
}

function recordReplacements(records: MutationRecord[]): void {
  /** Nodes of the translator that are not assigned to an original yet. */
  const unclaimed = new Set<Node>()
  for (const { addedNodes } of records) {
    for (const node of addedNodes) {
      if (!isReactNode(node)) unclaimed.add(node)
      // React has moved the original, or the translator has restored it.
      else if (node.isConnected && replacements.has(node)) removeReplacements(node)
    }
  }
  if (unclaimed.size === 0) return
  for (const record of records) {
    for (const removed of record.removedNodes) {
      const original = originals.get(removed) ?? removed
      if (!isReactNode(original) || original.isConnected) continue
      const candidates = [...record.addedNodes, record.previousSibling, record.nextSibling]
      const found = [...new Set(candidates)].filter(
        node => node !== null && unclaimed.delete(node),
      ) as ChildNode[]
      if (found.length > 0) replace(original, record.target, found)
    }
  }
}

function replace(original: Node, target: Node, nodes: ChildNode[]): void {
  const parent = replacements.get(original)?.parent ?? target
  replacements.set(original, { parent, nodes })
  for (const node of nodes) originals.set(node, original)
  const replaced = replacedChildren.get(parent) ?? new Set()
  replacedChildren.set(parent, replaced.add(original))
  const isElement = original.nodeType === Node.ELEMENT_NODE
  originalObserver?.observe(
    original,
    isElement
      ? { attributes: true, characterData: true, childList: true, subtree: true }
      : { characterData: true },
  )
}

/** Puts the original in place of its replacement. */
function putBack(original: Node): void {
  const first = replacements.get(original)?.nodes.find(node => node.isConnected)
  if (first && !original.isConnected) first.before(original)
  removeReplacements(original)
}

function removeReplacements(original: Node): void {
  const replacement = replacements.get(original)
  if (replacement === undefined) return
  replacements.delete(original)
  replacedChildren.get(replacement.parent)?.delete(original)
  for (const node of replacement.nodes) {
    originals.delete(node)
    node.remove()
  }
}

/** React marks its nodes, except the text of an element without other children, which it replaces as a whole. */
function isReactNode(node: Node): boolean {
  return Object.keys(node).some(key => key.startsWith('__reactFiber$'))
}

/** React calls these two methods on nodes that were moved; they would throw, and React would unmount the page. */
function patchNodeMethods(): void {
  const { removeChild, insertBefore } = Node.prototype

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this || !isReactNode(child)) return removeChild.call(this, child) as Child
    removeReplacements(child)
    // The translator has moved it into its own element.
    if (child.parentNode !== null && this.contains(child)) removeChild.call(child.parentNode, child)
    return child
  }

  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    const isInPlace = next === null || next.parentNode === this || !isReactNode(next)
    return insertBefore.call(this, child, isInPlace ? next : childContaining(next, this)) as Child
  }
}

/** The child of `parent` that contains the node or its replacement; null if there is none. */
function childContaining(node: Node, parent: Node): Node | null {
  const present = [node, ...(replacements.get(node)?.nodes ?? [])].find(each => parent.contains(each))
  for (let child = present ?? null; child !== null; child = child.parentNode)
    if (child.parentNode === parent) return child
  return null
}
