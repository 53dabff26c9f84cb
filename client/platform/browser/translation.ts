/**
 * Keeps React working on a page that the browser translates.
 *
 * A translator replaces the page's text nodes by its own elements, or wraps them. React keeps its reference to the original node: it sets
 * the text of a node that nobody sees any more, and throws when it removes that node or inserts something before it
 * (https://github.com/facebook/react/issues/11538). So the page remembers which node stands in for which. When React changes an original,
 * it comes back in place of its stand-in, with the text that the translator then translates anew; when React removes it, the stand-in goes.
 */

/** By node of React: the parent that it was taken from, and what the translator put there. */
const standIns = new WeakMap<Node, { parent: Node; nodes: ChildNode[] }>()
/** The reverse: by node of the translator. */
const originals = new WeakMap<Node, Node>()
/** By parent: its children that are replaced. A sentence may be spread over several, so they come back together. */
const replacedIn = new WeakMap<Node, Set<Node>>()

let isWatching = false

export function surviveTranslation(): void {
  if (isWatching) return
  isWatching = true
  guardTreeChanges()
  new MutationObserver(noteReplacements).observe(document.documentElement, { childList: true, subtree: true })
}

/** Told of changes to originals, although they are not in the document. */
const changes =
  typeof MutationObserver === 'undefined'
    ? null
    : new MutationObserver(records => {
        for (const { target } of records) {
          const parent = parentOfReplaced(target)
          if (parent) for (const original of [...(replacedIn.get(parent) ?? [])]) putBack(original)
        }
      })

function parentOfReplaced(changed: Node): Node | undefined {
  for (let node: Node | null = changed; node !== null; node = node.parentNode) {
    const replacement = standIns.get(node)
    if (replacement) return replacement.parent
  }
  return undefined
}

function noteReplacements(records: MutationRecord[]): void {
  /** The translator's nodes that are not known to stand in for one yet. */
  const unclaimed = new Set<Node>()
  for (const { addedNodes } of records) {
    for (const node of addedNodes) {
      if (!isOfReact(node)) unclaimed.add(node)
      // React has moved the original, or the translator shows it again.
      else if (node.isConnected && standIns.has(node)) dropStandIns(node)
    }
  }
  if (unclaimed.size === 0) return
  for (const record of records) {
    for (const removed of record.removedNodes) {
      const original = originals.get(removed) ?? removed
      if (!isOfReact(original) || original.isConnected) continue
      const near = [...record.addedNodes, record.previousSibling, record.nextSibling]
      const found = [...new Set(near)].filter(node => node !== null && unclaimed.delete(node)) as ChildNode[]
      if (found.length > 0) replace(original, record.target, found)
    }
  }
}

function replace(original: Node, target: Node, nodes: ChildNode[]): void {
  const parent = standIns.get(original)?.parent ?? target
  standIns.set(original, { parent, nodes })
  for (const node of nodes) originals.set(node, original)
  const replaced = replacedIn.get(parent) ?? new Set()
  replacedIn.set(parent, replaced.add(original))
  const isElement = original.nodeType === Node.ELEMENT_NODE
  changes?.observe(
    original,
    isElement
      ? { attributes: true, characterData: true, childList: true, subtree: true }
      : { characterData: true },
  )
}

/** Puts the original in the place of its stand-in. */
function putBack(original: Node): void {
  const first = standIns.get(original)?.nodes.find(node => node.isConnected)
  if (first && !original.isConnected) first.before(original)
  dropStandIns(original)
}

function dropStandIns(original: Node): void {
  const replacement = standIns.get(original)
  if (replacement === undefined) return
  standIns.delete(original)
  replacedIn.get(replacement.parent)?.delete(original)
  for (const node of replacement.nodes) {
    originals.delete(node)
    node.remove()
  }
}

/** React marks the nodes that it makes. The text of an element without other children is not marked: React replaces it as a whole. */
function isOfReact(node: Node): boolean {
  return Object.keys(node).some(key => key.startsWith('__reactFiber$'))
}

/** React throws at these two, and then unmounts the page. Only its own nodes are treated otherwise. */
function guardTreeChanges(): void {
  const { removeChild, insertBefore } = Node.prototype

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this || !isOfReact(child)) return removeChild.call(this, child) as Child
    dropStandIns(child)
    // Moved into an element of the translator.
    if (child.parentNode !== null && this.contains(child)) removeChild.call(child.parentNode, child)
    return child
  }

  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    const isUsual = next === null || next.parentNode === this || !isOfReact(next)
    return insertBefore.call(this, child, isUsual ? next : childAround(next, this)) as Child
  }
}

/** The child of `parent` that holds the node, or what stands in for it; null where there is none. */
function childAround(node: Node, parent: Node): Node | null {
  const here = [node, ...(standIns.get(node)?.nodes ?? [])].find(each => parent.contains(each))
  for (let child = here ?? null; child !== null; child = child.parentNode)
    if (child.parentNode === parent) return child
  return null
}
