/** Converts the lists of a pasted page to nested `ul` and `ol` elements that contain only items. */

export function convertLists(body: HTMLElement): void {
  convertWordLists(body)
  for (const box of body.querySelectorAll('[role="checkbox"], .checkbox, input[type="checkbox"]'))
    convertCheckbox(box)
  for (const input of body.querySelectorAll('input, select, textarea')) input.remove()
  // Innermost first, because a nested list may move content to the outer list.
  for (const list of [...body.querySelectorAll('ul, ol')].reverse()) normalizeList(list)
  for (const list of body.querySelectorAll('ul, ol')) nestByLevel(list)
  for (const list of body.querySelectorAll('ol')) splitAtValues(list)
  wrapLooseItems(body)
  for (const item of body.querySelectorAll('li')) unwrapParagraph(item)
}

/** Word writes list items as paragraphs with the level in the style and the mark as text. */
function convertWordLists(body: HTMLElement): void {
  const openLists: { list: Element; level: number; isOrdered: boolean }[] = []
  let last: Element | null = null
  for (const paragraph of body.querySelectorAll<HTMLElement>(
    '[style*="mso-list"], [class*="MsoListParagraph"]',
  )) {
    if (
      !/^(?:p|div|h\d)$/.test(paragraph.localName) ||
      [...paragraph.children].some(({ localName }) => localName === 'p')
    )
      continue
    const level = Number(/level(\d)/.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0)
    const ignored = [...paragraph.querySelectorAll('[style*="mso-list"]')].find(mark =>
      /mso-list:\s*ignore/i.test(mark.getAttribute('style') ?? ''),
    )
    if (level === 0 && ignored === undefined) continue
    const mark = ignored?.textContent.replace(/[\s\u00a0]/g, '') ?? '·'
    ignored?.remove()
    const isOrdered = /^[([]?(?:\d{1,4}|[a-z]{1,4}|[가-힣]|[ㄱ-ㅎ])[.)\]]/i.test(mark) || /^[①-⑳]/.test(mark)
    // Other content separates it from the previous item.
    if (last === null || nextElement(last) !== paragraph) openLists.length = 0
    while (
      (openLists.at(-1)?.level ?? 0) > level ||
      (openLists.at(-1)?.level === level && openLists.at(-1)?.isOrdered !== isOrdered)
    )
      openLists.pop()
    const item = paragraph.ownerDocument.createElement('li')
    let current = openLists.at(-1)
    if (current === undefined || current.level < level) {
      const list = paragraph.ownerDocument.createElement(isOrdered ? 'ol' : 'ul')
      const first = Number(/\d+/.exec(mark)?.[0] ?? 1)
      if (isOrdered && first !== 1) list.setAttribute('start', String(first))
      if (current) current.list.lastElementChild?.append(list)
      else paragraph.before(list)
      current = { list, level, isOrdered }
      openLists.push(current)
    }
    item.append(...paragraph.childNodes)
    current.list.append(item)
    last = openLists[0]?.list ?? null
    paragraph.remove()
  }
}

function nextElement(element: Element): Element | null {
  let next = element.nextSibling
  while (next && (next.nodeType === 8 || (next.nodeType === 3 && next.textContent?.trim() === '')))
    next = next.nextSibling
  return next?.nodeType === 1 ? (next as Element) : null
}

function convertCheckbox(box: Element): void {
  const isDone =
    box.hasAttribute('checked') ||
    box.getAttribute('aria-checked') === 'true' ||
    /checkbox-on|checked/.test(box.className)
  const item = box.closest('li')
  if (item?.querySelector('code[data-raw="task"]')) {
    if (box !== item) box.remove()
    return
  }
  const mark = box.ownerDocument.createElement('code')
  mark.dataset.raw = 'task'
  mark.textContent = isDone ? '[x]' : '[ ]'
  if (item === null) box.replaceWith(isDone ? '☑ ' : '☐ ')
  else {
    // Google Docs adds a picture of the checkbox.
    if (box === item) for (const image of item.querySelectorAll('img[src^="data:"]')) image.remove()
    else box.remove()
    const first = firstTextNode(item)
    if (first) first.before(mark, ' ')
    else item.prepend(mark, ' ')
  }
}

/** The first inline node with text in an item or its first paragraph. */
function firstTextNode(item: Element): ChildNode | null {
  const walker = item.ownerDocument.createTreeWalker(item, 4)
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (text.data.trim() === '') continue
    let inline: ChildNode = text
    while (
      inline.parentElement &&
      inline.parentElement !== item &&
      !/^(?:P|DIV|LI|SUMMARY)$/.test(inline.parentElement.nodeName)
    )
      inline = inline.parentElement
    return inline
  }
  return null
}

/** Leaves only items as children. A list between items moves into the previous item. */
function normalizeList(list: Element): void {
  for (const child of [...list.childNodes]) {
    if (child.nodeType !== 1) {
      if (child.nodeType !== 3 || child.textContent?.trim() === '') child.remove()
      else wrapInItem(list, child)
      continue
    }
    const element = child as Element
    if (element.localName === 'li') {
      for (const sign of [/^\s*☐\s*/, /^\s*[☑☒]\s*/]) convertBallotBox(element, sign)
    } else if (/^[uo]l$/.test(element.localName) && element.previousElementSibling === null)
      element.replaceWith(...element.childNodes)
    else if (!/^[uo]l$/.test(element.localName) && element.querySelector(':scope > li'))
      element.replaceWith(...element.childNodes)
    else wrapInItem(list, element)
  }
}

function wrapInItem(list: Element, node: ChildNode): void {
  const previous = node.previousSibling
  if (previous?.nodeName === 'LI') (previous as Element).append(node)
  else {
    const item = list.ownerDocument.createElement('li')
    node.replaceWith(item)
    item.append(node)
  }
}

function convertBallotBox(item: Element, sign: RegExp): void {
  const first = firstTextNode(item)
  if (
    first?.nodeType !== 3 ||
    !sign.test(first.textContent ?? '') ||
    item.querySelector('code[data-raw="task"]')
  )
    return
  const mark = item.ownerDocument.createElement('code')
  mark.dataset.raw = 'task'
  mark.textContent = sign.source.includes('☐') ? '[ ]' : '[x]'
  first.textContent = (first.textContent ?? '').replace(sign, ' ')
  first.before(mark)
}

/** Google Docs may express the level only by `aria-level`. */
function nestByLevel(list: Element): void {
  const openItems: { level: number; item: Element }[] = []
  for (const item of [...list.children]) {
    const level = Number(item.getAttribute('aria-level') ?? 0)
    if (!(level > 0)) return
    while ((openItems.at(-1)?.level ?? 0) >= level) openItems.pop()
    const parent = openItems.at(-1)?.item
    if (parent) {
      const last = parent.lastElementChild
      const inner =
        last && /^[uo]l$/.test(last.localName) ? last : parent.appendChild(list.cloneNode(false) as Element)
      inner.removeAttribute('start')
      inner.append(item)
    }
    openItems.push({ level, item })
  }
}

/** Markdown numbers items consecutively, so an item with another number starts a new list. */
function splitAtValues(list: Element): void {
  let current = list
  let next = Number(list.getAttribute('start') ?? 1)
  for (const item of [...list.children]) {
    const value = Number(item.getAttribute('value') ?? next)
    if (value !== next && Number.isInteger(value) && value >= 0) {
      if (item.previousElementSibling === null) current.setAttribute('start', String(value))
      else {
        const rest = list.ownerDocument.createElement('ol')
        rest.setAttribute('start', String(value))
        current.after(rest)
        current = rest
      }
    }
    if (current !== list) current.append(item)
    next = value + 1
  }
}

/** Wraps items that were copied without their list. */
function wrapLooseItems(body: HTMLElement): void {
  for (const item of body.querySelectorAll('li')) {
    if (/^(?:UL|OL)$/.test(item.parentElement?.nodeName ?? '')) continue
    const previous = item.previousElementSibling
    if (previous?.matches('ul[data-gathered]')) previous.append(item)
    else {
      const list = body.ownerDocument.createElement('ul')
      list.dataset.gathered = ''
      item.replaceWith(list)
      list.append(item)
    }
  }
}

/** Unwraps a single paragraph in an item, which would add blank lines. */
function unwrapParagraph(item: Element): void {
  const [paragraph, ...rest] = [...item.children].filter(child =>
    child.matches('p, div, ul, ol, table, pre, blockquote'),
  )
  if (paragraph?.matches('p, div') && rest.every(child => child.matches('ul, ol')))
    paragraph.replaceWith(...paragraph.childNodes)
}
