import { toNfc } from '#protocol/normalization.ts'
import { readPictureAddress, uploadAddress } from '#protocol/pictureAddress.ts'
import { shortened } from '#protocol/shortened.ts'

/** Which pictures of an archive its texts show, wherever these say that they are: pure. */

/** A picture that lies beside the texts. */
export interface Shelved {
  /** Of its upload. */
  key: string
  path: readonly string[]
}

/** No address that leads to a file is longer, in UTF-16 units. */
const ADDRESS_MAX = 1_000
const FENCE = /^ {0,3}(```|~~~)/
/** An address with a scheme, or of another host. */
const FAR_AWAY = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i

/** Finds pictures by what a text in one of the folders calls them. */
export function shelfOf(pictures: readonly Shelved[]) {
  const byPath = new Map(pictures.map(picture => [picture.path.join('/').toLowerCase(), picture]))
  const byName = new Map<string, Shelved | null>()
  for (const picture of pictures) {
    const name = (picture.path.at(-1) ?? '').toLowerCase()
    // Of several of one name none is meant.
    byName.set(name, byName.has(name) ? null : picture)
  }
  const at = (parts: readonly string[]) => byPath.get(parts.join('/').toLowerCase())

  return {
    isEmpty: pictures.length === 0,
    /** By an address as Markdown has it, from a folder. */
    find(address: string, folder: readonly string[]): Shelved | undefined {
      if (address === '' || address.length > ADDRESS_MAX || FAR_AWAY.test(address)) return undefined
      const ours = readPictureAddress(address)
      if (ours) return byName.get(`${ours.pictureId}.webp`) ?? undefined
      for (const way of waysOf(address)) {
        const found = at(walked(way, folder)) ?? at(walked(way, []))
        if (found) return found
      }
      return undefined
    },
    /** By its name alone, as `![[name]]` has it, wherever it lies. */
    findByName: (name: string) => byName.get(toNfc(name).toLowerCase()) ?? undefined,
  }
}
type Shelf = ReturnType<typeof shelfOf>

/** As it is written, and without what browsers do not send to a server; each with and without its percent signs. */
function waysOf(address: string): string[] {
  const [bare = ''] = address.split(/[?#]/, 1)
  return [address, bare].flatMap(way => [decoded(way), way]).map(way => toNfc(way).replaceAll('\\', '/'))
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** From a folder along a way, which leads no further up than the outermost. */
function walked(way: string, folder: readonly string[]): string[] {
  const place = way.startsWith('/') ? [] : [...folder]
  for (const part of way.split('/')) {
    if (part === '..') place.pop()
    else if (part !== '' && part !== '.') place.push(part)
  }
  return place
}

interface Found {
  from: number
  to: number
  description: string
  picture: Shelved
  /** How the text calls it. */
  written: string
}

/**
 * The text with an upload's address in place of each address of a picture on the shelf. `onFound` is told of each picture and what
 * the text called it. What stands in code stays.
 */
export function linkPictures(
  text: string,
  folder: readonly string[],
  shelf: Shelf,
  onFound: (picture: Shelved, written: string) => void,
): string {
  if (shelf.isEmpty) return text
  let fence: string | null = null
  const lines = text.split('\n').map(line => {
    const mark = FENCE.exec(line)?.[1]
    if (mark !== undefined && (fence === null || fence === mark)) fence = fence === null ? mark : null
    return fence !== null || mark !== undefined ? line : linkLine(line)
  })
  return lines.join('\n')

  function linkLine(line: string): string {
    let linked = ''
    let at = 0
    for (const { from, to, description, picture, written } of picturesIn(line, folder, shelf)) {
      onFound(picture, written)
      linked += `${line.slice(at, from)}![${description}](${uploadAddress(picture.key)})`
      at = to
    }
    return linked + line.slice(at)
  }
}

function picturesIn(line: string, folder: readonly string[], shelf: Shelf): Found[] {
  const found: Found[] = []
  const codes = codesIn(line)
  const nextMiddle = finder(line, '](')
  const nextClose = finder(line, ']]')
  /** Of the first code that does not end before `from`: a line may hold hundreds of thousands. */
  let place = 0
  for (let from = line.indexOf('!['); from >= 0; ) {
    let ahead = codes[place]
    while (ahead && ahead.to <= from) ahead = codes[++place]
    const code = ahead && ahead.from < from ? ahead : null
    const next =
      code === null
        ? (wikiAt(line, from, nextClose, shelf) ?? pictureAt(line, from, nextMiddle, folder, shelf))
        : null
    if (next) found.push(next)
    from = line.indexOf('![', code?.to ?? next?.to ?? from + 2)
  }
  return found
}

/** Where code stands within a line. */
function codesIn(line: string): { from: number; to: number }[] {
  const codes: { from: number; to: number }[] = []
  for (let from = line.indexOf('`'); from >= 0; ) {
    let inside = from
    while (line[inside] === '`') inside += 1
    const close = line.indexOf(line.slice(from, inside), inside)
    const to = close < 0 ? inside : close + inside - from
    if (close >= 0) codes.push({ from, to })
    from = line.indexOf('`', to)
  }
  return codes
}

/** Tells where a sign stands next, asked from left to right: each part of the line is looked through once. */
type Finder = (from: number) => number

function finder(line: string, sign: string): Finder {
  let at = -1
  return from => {
    if (at < from) at = line.indexOf(sign, from)
    if (at < 0) at = Number.POSITIVE_INFINITY
    return at
  }
}

/** `![[name]]`, with a width behind a bar. */
function wikiAt(line: string, from: number, nextClose: Finder, shelf: Shelf): Found | null {
  if (line[from + 2] !== '[') return null
  const close = nextClose(from + 3)
  if (close > from + ADDRESS_MAX) return null
  const written = line.slice(from + 3, close)
  const [way = ''] = written.split('|')
  const picture = shelf.findByName(way.split('/').at(-1)?.trim() ?? '')
  return picture ? { from, to: close + 2, description: '', picture, written } : null
}

/** `![description](address "title")`. */
function pictureAt(
  line: string,
  from: number,
  nextMiddle: Finder,
  folder: readonly string[],
  shelf: Shelf,
): Found | null {
  const middle = nextMiddle(from)
  if (middle > from + ADDRESS_MAX) return null
  const begin = middle + 2
  const end = endOfAddress(line, begin)
  if (end === null) return null
  const written = addressOf(line.slice(begin, end))
  const picture = shelf.find(written, folder)
  return picture
    ? { from, to: end + 1, description: line.slice(from + 2, begin - 2), picture, written }
    : null
}

/** The bracket that closes it: names of files have brackets, too. Null where another address begins before that. */
function endOfAddress(line: string, begin: number): number | null {
  let depth = 0
  for (let at = begin; at < line.length && at - begin < ADDRESS_MAX; at++) {
    if (line[at] === ']' && line[at + 1] === '(') return null
    if (line[at] === '\\') at += 1
    else if (line[at] === '(') depth += 1
    else if (line[at] === ')') {
      if (depth === 0) return at
      depth -= 1
    }
  }
  return null
}

/** Without a title behind it, and without the angle brackets that allow for blanks. */
function addressOf(inside: string): string {
  const trimmed = inside.trim()
  if (trimmed.startsWith('<')) return trimmed.slice(1, Math.max(1, trimmed.indexOf('>')))
  const title = trimmed.search(/\s["']/)
  return title < 0 ? trimmed : trimmed.slice(0, title)
}

/** What stands in a note for a picture that could not be taken along: never longer than the upload's address was. */
export function addressLeft({ key, path }: Shelved, written: string): string {
  const { length } = uploadAddress(key)
  return written.length <= length ? written : shortened(path.at(-1) ?? '', length)
}
