import {
  type FrontMatter,
  type OwnHead,
  readFrontMatter,
  withMetadata,
} from '#client/features/notes/pasting/front.matter.ts'
import { headingsIn } from '#client/markdown/heading.rules.ts'
import { parseMarkdown } from '#client/markdown/markdown.parser.ts'
import { decoded } from '#protocol/fileTree.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { toNfc } from '#protocol/normalization.ts'
import { noteAddress, unlinkFiles } from '#protocol/noteFile.ts'
import { noteTitleField } from '#protocol/notes.ts'
import { plainText } from '#protocol/plainText.ts'
import { shortened } from '#protocol/shortened.ts'
import { withoutExtension } from './import.files.ts'
import { type FileShelf, type LinkedText, linkForeign, linkOwn, MARK, type Shelved } from './import.links.ts'
import { cutText } from './import.splitText.ts'

/** The notes that the text of a file becomes: pure. */

/** Where a note's text leads to another note of the import. */
export interface PlannedLink {
  /** What stands in the text until the other note has a number. */
  at: number
  length: number
  before: string
  after: string
  /** The other note's `id`, and where in it. */
  to: string
  fragment: string
}

export interface PlannedNote {
  /** Unique in an import. */
  id: string
  title: string
  /** NFC, and no longer than a note may be. */
  text: string
  links: readonly PlannedLink[]
  createdAt?: Date
  lastUpdate?: Date
  isPinned?: boolean
}

/** A text as it was read, before it is linked with the others. */
export interface ReadText {
  id: string
  path: readonly string[]
  title: string
  /** Below what gave the title. */
  text: string
  front: FrontMatter
}

/** What became of a file's front matter, by the names in it. */
export interface FrontMatterReport {
  name: string
  tags: readonly string[]
  hasTimes: boolean
  /** At the end of the text. */
  kept: readonly string[]
  /** Also where nothing in it has a name, as in remarks. */
  hasRest: boolean
}

export interface NotedFile {
  /** Its folders, the outermost first, and its name. */
  path: readonly string[]
  /** None of an empty file. */
  notes: readonly PlannedNote[]
  /** Of a note of our own export. */
  own?: OwnHead
  report?: FrontMatterReport
  /** Links that lead to no file of the import, as they are written. */
  unresolved: readonly string[]
}

/** `known`: what a list beside the files says of one that has no front matter of ours. Null for an empty file. */
export function readText(
  { id, path, text: written }: { id: string; path: readonly string[]; text: string },
  untitled: string,
  known?: Pick<FrontMatter, 'title' | 'createdAt' | 'lastUpdate' | 'own'>,
): ReadText | null {
  const exact = readFrontMatter(written)
  if (exact.own) return ownText(id, path, exact, untitled)
  if (known?.own)
    return ownText(id, path, { tags: [], otherKeys: [], rest: '', ...known, text: `${written}\n` }, untitled)
  const unix = toNfc(written.replace(/\r\n?/g, '\n'))
  const changed = readFrontMatter(unix)
  // Another program has changed all line breaks.
  if (changed.own) return ownText(id, path, changed, untitled)
  const trimmed = unix.trim()
  const front = readFrontMatter(trimmed)
  // The first line may be indented code.
  const text = (front.text === trimmed ? unix : front.text).replace(/^(?:[ \t]*\n)+/, '').trimEnd()
  if (text === '' && front.title === null && front.rest === '') return null
  const { title, rest } = titleOf({ fileName: path.at(-1) ?? '', untitled }, text, front.title)
  return { id, path, title, text: rest, front }
}

function ownText(id: string, path: readonly string[], front: FrontMatter, untitled: string): ReadText {
  const title = noteTitleField.safeParse(shortened(front.title ?? '', NOTE_TITLE_MAX)).data ?? untitled
  // The export ends each file with a line break of its own.
  return { id, path, title, front, text: toNfc(front.text.replace(/\n$/, '')) }
}

/** One note, or one for each piece of a long text. */
export function notesOf(
  read: ReadText,
  shelf: FileShelf,
  onPicture: (picture: Shelved, written: string) => void,
): NotedFile {
  const { id, path, title, front } = read
  const { length, ...linked } = linkedText(read, shelf, onPicture)
  const whole = withMetadata(linked.text, front)
  // What was a note is one again: uploads and marks take more room than what comes in their place.
  const isNote = front.own !== undefined && whole.length - linked.text.length + length <= NOTE_BODY_MAX
  const pieces = isNote ? [whole] : cutText(whole, NOTE_BODY_MAX)
  // A mark that was cut is none any more: then none is.
  const marks = pieces.flatMap(piece => piece.match(MARK) ?? [])
  const isWhole = [...linked.links.keys()].every(mark => marks.includes(mark))
  const kept = isWhole ? pieces : cutText(withOriginals(whole, linked), NOTE_BODY_MAX)
  const times = {
    ...(front.createdAt && { createdAt: front.createdAt }),
    ...((front.lastUpdate ?? front.createdAt) && { lastUpdate: front.lastUpdate ?? front.createdAt }),
    ...(front.own?.isPinned && { isPinned: true }),
  }
  const report = reportOf(path.join('/'), front)
  return {
    path,
    notes: kept.map((piece, index) => ({
      id: `${id}#${index}`,
      title: kept.length === 1 ? title : partTitle(title, index + 1, kept.length),
      ...linksAt(piece, linked),
      ...times,
    })),
    unresolved: linked.unresolved,
    ...(front.own && { own: front.own }),
    ...(report && { report }),
  }
}

function linkedText(
  { id, path, text, front }: ReadText,
  shelf: FileShelf,
  onPicture: (picture: Shelved, written: string) => void,
): LinkedText & { length: number } {
  const folder = path.slice(0, -1)
  if (!front.own) return { ...linkForeign(text, { id, folder, shelf, onPicture }), length: text.length }
  const asItWas = front.own.hasFileLinks ? unlinkFiles(text, folder, shelf.exported) : text
  return { ...linkOwn(asItWas, { shelf, onPicture }), length: asItWas.length }
}

const withOriginals = (text: string, { links }: LinkedText) =>
  text.replace(MARK, mark => links.get(mark)?.original ?? '')

/** `to` is a file, and `fragment` a heading, until all files are noted. */
function linksAt(piece: string, { links }: LinkedText): Pick<PlannedNote, 'text' | 'links'> {
  const found: PlannedLink[] = []
  let text = ''
  let end = 0
  for (const { 0: mark, index } of piece.matchAll(MARK)) {
    text += piece.slice(end, index)
    end = index + mark.length
    const link = links.get(mark)
    if (!link) continue
    const { original, before, after, to, heading: fragment } = link
    found.push({ at: text.length, length: original.length, before, after, to, fragment })
    text += original
  }
  return { text: text + piece.slice(end), links: found }
}

function reportOf(
  name: string,
  { own, tags, createdAt, lastUpdate, otherKeys, rest }: FrontMatter,
): FrontMatterReport | null {
  const hasTimes = !own && (createdAt ?? lastUpdate) !== undefined
  if (tags.length === 0 && !hasTimes && rest === '') return null
  return { name, tags, hasTimes, kept: otherKeys, hasRest: rest !== '' }
}

/** Leads each link to the note that its file became, or to the part of it that has the heading. */
export function leadLinks(files: readonly (NotedFile & { id: string })[]): NotedFile[] {
  const byId = new Map(files.map(file => [file.id, file]))
  const headings = new Map<string, { name: string; id: string }[]>()
  const headingsOf = (note: PlannedNote) => {
    const known =
      headings.get(note.id) ??
      headingsIn(parseMarkdown(note.text)).map(({ id }) => ({ id, name: id.slice('h-'.length) }))
    headings.set(note.id, known)
    return known
  }

  function lead(link: PlannedLink, from: PlannedNote): PlannedLink[] {
    const file = byId.get(link.to)
    const [first] = file?.notes ?? []
    if (!file || !first) return []
    const isOwn = file.own !== undefined
    if (isOwn && file.notes.length === 1) return [{ ...link, to: first.id }]
    const wanted = nameOfHeading(link.fragment)
    const isFragment = from.text[link.at] === '#'
    for (const note of wanted === '' ? [] : file.notes) {
      const heading = headingsOf(note).find(({ name }) => name === wanted)
      if (!heading) continue
      // In its own text a heading is where it was.
      const isHere = note.id === from.id && isFragment
      return isHere ? [] : [{ ...link, to: note.id, fragment: `#${heading.id}` }]
    }
    return isFragment ? [] : [{ ...link, to: first.id, fragment: '' }]
  }

  return files.map(({ id, ...file }) => ({
    ...file,
    notes: file.notes.map(note => ({ ...note, links: note.links.flatMap(link => lead(link, note)) })),
  }))
}

/** As the product names headings: other programs put the same words together in other ways. */
function nameOfHeading(fragment: string): string {
  const last = decoded(fragment).split('#').at(-1) ?? ''
  return (
    last
      .replace(/^h-/, '')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}_]+/gu)
      ?.join('-') ?? ''
  )
}

/** The text once other notes have numbers; null where none of its links leads anywhere. */
export function linkedNoteText(
  { text, links }: PlannedNote,
  numberOf: (id: string) => number | undefined,
): string | null {
  let linked = ''
  let end = 0
  for (const { at, length, before, after, to, fragment } of links) {
    const noteNo = numberOf(to)
    if (noteNo === undefined) continue
    linked += `${text.slice(end, at)}${before}${noteAddress(noteNo)}${fragment}${after}`
    end = at + length
  }
  const whole = linked + text.slice(end)
  return end === 0 || whole === text || whole.length > NOTE_BODY_MAX ? null : whole
}

/** Changes what stands between the links of a note. */
export function withTextChanged(note: PlannedNote, change: (text: string) => string): PlannedNote {
  let text = ''
  let end = 0
  const links = note.links.map(link => {
    text += change(note.text.slice(end, link.at))
    const at = text.length
    end = link.at + link.length
    text += note.text.slice(link.at, end)
    return { ...link, at }
  })
  return { ...note, text: text + change(note.text.slice(end)), links }
}

/**
 * What its front matter told, or the first heading, or else the file's name. A heading that is the whole title is not in the
 * text any more.
 */
function titleOf(
  { fileName, untitled }: { fileName: string; untitled: string },
  text: string,
  told: string | null,
): { title: string; rest: string } {
  const [firstLine = '', ...lines] = text.split('\n')
  const heading = /^ {0,3}#[ \t]/.test(firstLine) ? plainText(firstLine) : null
  const rest = holdsMore(firstLine, heading) ? text : lines.join('\n').trim()
  const toldTitle = told && noteTitleField.safeParse(shortened(told, NOTE_TITLE_MAX)).data
  if (toldTitle) return { title: toldTitle, rest: toldTitle === heading ? rest : text }
  if (heading !== null) {
    const title = noteTitleField.safeParse(shortened(heading, NOTE_TITLE_MAX)).data
    if (title !== undefined) return { title, rest: title === heading ? rest : text }
  }
  const named = noteTitleField.safeParse(shortened(withoutExtension(fileName).trim(), NOTE_TITLE_MAX)).data
  return { title: named ?? untitled, rest: text }
}

/** Whether a heading says more than its plain text, such as where a link leads. */
function holdsMore(line: string, heading: string | null): boolean {
  const signs = (written: string) => written.replace(/[\s#*_`~=\\]/g, '')
  return heading !== null && signs(line) !== signs(heading)
}

function partTitle(title: string, at: number, of: number): string {
  const mark = ` (${at}/${of})`
  return shortened(title, NOTE_TITLE_MAX - mark.length) + mark
}
