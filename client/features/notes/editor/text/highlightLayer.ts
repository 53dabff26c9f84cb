import { type PageEnd, pageEndsIn } from '#client/features/notes/note.length.ts'
import { fenceAfter, findMarkers, type LineToken, tokenizeLine } from './lineTokens.ts'
import { createTextPlaces, type TextPlaces } from './textPlaces.ts'

/**
 * Transparent copy of the text over a text area, line by line. It shows only decorations: dimmed Markdown markers, tinted uploads and page
 * numbers in the margin. The visible text is always the text area's own.
 */
export interface HighlightLayer extends TextPlaces {
  /** Renders into the container. Returns the detach function. */
  attach: (container: HTMLElement) => () => void
  /** Renders the lines that have changed. */
  setText: (text: string) => void
  /** Shows the markers of these zero-based lines undimmed, because the user edits them. Null: no lines. */
  setActiveLines: (lines: { first: number; last: number } | null) => void
  /**
   * Top of a line in pixels from the first line, or top of the wrapped row with the character before `column`. Undefined if there is no
   * such line.
   */
  topOf: (line: number, column?: number) => number | undefined
  /** Bottom of a line in pixels from the top of the first line. Undefined if there is no such line. */
  bottomOf: (line: number) => number | undefined
  /** Calls the listener with each text that is rendered. Returns the unsubscribe function. */
  onText: (listener: (text: string) => void) => () => void
  /** Marks parts of the text, which are in ascending order without overlaps. Call it again for each text. */
  setMatches: (matches: readonly { from: number; to: number }[], current: number) => void
}

interface Line {
  text: string
  /** The code fence that is open before the line. */
  fence: string | null
  /** Manuscript pages that end in the line. */
  pages: readonly PageEnd[]
  element: HTMLElement
  /** The rendered tokens. */
  tokens: readonly LineToken[]
  /** The rendered matches, and the text in which they are. */
  matches: readonly LineMatch[]
  matchedText: string
}

/** A match of the find bar in a line. */
interface LineMatch {
  from: number
  to: number
  isCurrent: boolean
}

/** Every key press moves all later page ends, so they update only after a pause. */
const PAGE_UPDATE_DELAY_MS = 400

export function createHighlightLayer(): HighlightLayer {
  let container: HTMLElement | null = null
  let lines: Line[] = []
  let activeLines: readonly Line[] = []
  let pageTimer: ReturnType<typeof setTimeout> | undefined
  const textListeners = new Set<(text: string) => void>()

  function setText(text: string) {
    if (container === null) return
    const texts = text.split('\n')
    const limit = Math.min(texts.length, lines.length)
    let head = 0
    while (head < limit && lines[head]?.text === texts[head]) head += 1
    let tail = 0
    while (tail < limit - head && lines.at(-1 - tail)?.text === texts.at(-1 - tail)) tail += 1
    if (head === texts.length && head === lines.length) return

    const after = lines.slice(lines.length - tail)
    const removed = lines.slice(head, lines.length - tail)
    let fence = fenceAfterLine(lines[head - 1])
    const inserted = texts.slice(head, texts.length - tail).map((lineText, index) => {
      const reused = removed[index] ?? {
        pages: [],
        element: createLineElement(),
        tokens: [],
        matches: [],
        matchedText: '',
      }
      const line = { ...reused, text: lineText, fence }
      fence = fenceAfter(lineText, fence)
      renderLine(line)
      return line
    })
    for (const { element } of removed.slice(inserted.length)) element.remove()
    const nextElement = after[0]?.element ?? null
    for (const { element } of inserted.slice(removed.length)) container.insertBefore(element, nextElement)
    for (const line of after) {
      if (line.fence === fence) break
      line.fence = fence
      fence = fenceAfter(line.text, fence)
      renderLine(line)
    }
    lines = [...lines.slice(0, head), ...inserted, ...after]
    clearTimeout(pageTimer)
    pageTimer = setTimeout(updatePageEnds, PAGE_UPDATE_DELAY_MS)
    for (const listener of textListeners) listener(text)
  }

  function updatePageEnds() {
    let start = 0
    for (const line of lines) {
      const pages = pageEndsIn(start, line.text.length)
      start += line.text.length + 1
      if (isSamePageEnds(pages, line.pages)) continue
      line.pages = pages
      renderLine(line)
    }
  }

  function renderLine(line: Line) {
    const tokens = tokenizeLine(line.text, findMarkers(line.text, line.fence), line.pages)
    renderTokens(line.element, line.text, { tokens, previous: line.tokens })
    line.tokens = tokens
  }

  return {
    attach(element) {
      container = element
      return () => {
        clearTimeout(pageTimer)
        container = null
        lines = []
        activeLines = []
      }
    },
    setText,
    setActiveLines(range) {
      const next = range === null ? [] : lines.slice(range.first, range.last + 1)
      if (
        next.length === activeLines.length &&
        next.every((line, index) => line.element === activeLines[index]?.element)
      )
        return
      for (const { element } of activeLines) delete element.dataset.writing
      for (const { element } of next) element.dataset.writing = ''
      activeLines = next
    },
    topOf(line, column = 0) {
      const element = lines[line]?.element
      return element && element.offsetTop + (column === 0 ? 0 : rowOf(element, column))
    },
    ...createTextPlaces(
      line => lines[line]?.element,
      () => container?.getBoundingClientRect(),
    ),
    bottomOf(line) {
      const element = lines[line]?.element
      return element && element.offsetTop + element.offsetHeight
    },
    onText(listener) {
      textListeners.add(listener)
      return () => textListeners.delete(listener)
    },
    setMatches(matches, current) {
      let next = 0
      let start = 0
      for (const line of lines) {
        const end = start + line.text.length
        const inLine: LineMatch[] = []
        while ((matches[next]?.to ?? start) < start) next += 1
        for (let index = next; index < matches.length; index += 1) {
          const match = matches[index]
          if (match === undefined || match.from > end) break
          const [from, to] = [Math.max(match.from, start) - start, Math.min(match.to, end) - start]
          if (from < to) inLine.push({ from, to, isCurrent: index === current })
        }
        renderMatches(line, inLine)
        start = end + 1
      }
    },
  }
}

/** Top of the wrapped row with the character before `column`, in pixels from the top of its line. */
function rowOf(line: HTMLElement, column: number): number {
  const textNode = line.lastChild
  if (!(textNode instanceof Text) || textNode.length === 0) return 0
  const range = new Range()
  const end = Math.min(column, textNode.length)
  range.setStart(textNode, end - 1)
  range.setEnd(textNode, end)
  const row = [...range.getClientRects()].at(-1)
  return row ? row.top - line.getBoundingClientRect().top : 0
}

const fenceAfterLine = (line: Line | undefined) =>
  line === undefined ? null : fenceAfter(line.text, line.fence)

function isSamePageEnds(some: readonly PageEnd[], others: readonly PageEnd[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ at, page }, index) => at === others[index]?.at && page === others[index].page)
  )
}

const CLASSES = {
  marker: 'highlight__marker',
  picture: 'highlight__picture',
  page: 'highlight__page',
} as const

function createLineElement(): HTMLElement {
  const line = document.createElement('div')
  line.className = 'highlight__line'
  // Like the lines of the text area.
  line.dir = 'auto'
  return line
}

/**
 * Renders a line. One text node gives the line its height, because separately rounded tokens would wrap earlier than the text area does.
 * The tokens are in a container of zero height over the text. If only texts have changed, only text nodes are updated, which keeps a key
 * press cheap.
 */
function renderTokens(
  line: HTMLElement,
  text: string,
  { tokens, previous }: { tokens: readonly LineToken[]; previous: readonly LineToken[] },
): void {
  const textNode = line.lastChild
  if (!(textNode instanceof Text)) line.append(text)
  else if (textNode.data !== text) textNode.data = text
  const marks = line.querySelector('.highlight__marks')
  if (tokens.every(({ kind }) => kind === 'text')) marks?.remove()
  else if (marks === null) line.prepend(createMarkers(tokens))
  else if (
    tokens.length !== previous.length ||
    !tokens.every((token, index) => isSameToken(token, previous[index]))
  )
    marks.replaceChildren(...tokens.map(createTokenNode))
  else updateTexts(marks, tokens)
}

function createMarkers(tokens: readonly LineToken[]): HTMLElement {
  const marks = document.createElement('div')
  marks.className = 'highlight__marks'
  marks.append(...tokens.map(createTokenNode))
  return marks
}

function updateTexts(marks: Element, tokens: readonly LineToken[]): void {
  tokens.forEach(({ text }, index) => {
    const node = marks.childNodes[index]
    const textNode = node instanceof Text ? node : node?.firstChild
    if (textNode instanceof Text && textNode.data !== text) textNode.data = text
  })
}

function isSameToken(token: LineToken, other: LineToken | undefined): boolean {
  if (token.kind !== other?.kind) return false
  if (token.kind === 'page') return other.kind === 'page' && token.page === other.page
  return token.kind !== 'picture' || (other.kind === 'picture' && token.upload === other.upload)
}

function createTokenNode(token: LineToken): Node {
  if (token.kind === 'text') return new Text(token.text)
  const element = document.createElement('span')
  element.className = CLASSES[token.kind]
  element.append(token.text)
  if (token.kind === 'page') element.dataset.page = String(token.page)
  if (token.kind === 'picture') element.dataset.upload = token.upload
  return element
}

/**
 * Renders the matches of a line into a container of zero height over its text. Not with the CSS Custom Highlight API: with many ranges,
 * browsers would draw all of them again at every key press.
 */
function renderMatches(line: Line, matches: readonly LineMatch[]): void {
  const isSame =
    matches.length === line.matches.length &&
    (matches.length === 0 || line.matchedText === line.text) &&
    matches.every(({ from, to, isCurrent }, index) => {
      const other = line.matches[index]
      return from === other?.from && to === other.to && isCurrent === other.isCurrent
    })
  if (isSame) return
  line.matches = matches
  line.matchedText = line.text
  const old = line.element.querySelector('.highlight__matches')
  if (matches.length === 0) {
    old?.remove()
    return
  }
  const container = old ?? document.createElement('div')
  container.className = 'highlight__matches'
  let at = 0
  matches.forEach(({ from, to, isCurrent }, index) => {
    const [gap, mark] = matchNodes(container, index)
    const [before, found] = [line.text.slice(at, from), line.text.slice(from, to)]
    const name = isCurrent ? 'highlight__match highlight__match--current' : 'highlight__match'
    if (gap.data !== before) gap.data = before
    if (mark.firstChild instanceof Text && mark.firstChild.data !== found) mark.firstChild.data = found
    if (mark.className !== name) mark.className = name
    at = to
  })
  while (container.childNodes.length > 2 * matches.length) container.lastChild?.remove()
  if (old === null) line.element.prepend(container)
}

/** The nodes of a match: the text before it, and its mark. Nodes are reused, which keeps a key press cheap. */
function matchNodes(container: Element, index: number): [gap: Text, mark: HTMLElement] {
  const [gap, mark] = [container.childNodes[2 * index], container.childNodes[2 * index + 1]]
  if (gap instanceof Text && mark instanceof HTMLElement) return [gap, mark]
  const created: [Text, HTMLElement] = [new Text(), document.createElement('mark')]
  created[1].append(new Text())
  container.append(...created)
  return created
}
