import {
  appendMetadata,
  type ExportedHeader,
  type FrontMatter,
  readFrontMatter,
} from '#client/features/notes/attachments/front.matter.ts'
import { decodeAddress } from '#protocol/fileTree.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { headingsIn } from '#protocol/markdown/heading.rules.ts'
import { parseMarkdown } from '#protocol/markdown/markdown.parser.ts'
import { toNfc, truncateText } from '#protocol/normalization.ts'
import { noteAddress, unlinkFiles } from '#protocol/noteFile.ts'
import { noteTitleField } from '#protocol/notes.ts'
import { plainText } from '#protocol/plainText.ts'
import { withoutExtension } from './import.files.ts'
import {
  type FileIndex,
  type LinkedText,
  linkExported,
  linkForeign,
  MARK,
  type PictureEntry,
} from './import.links.ts'
import { splitText } from './import.splitText.ts'

/** Pure functions that turn the text of a file into notes. */

/** A link to another note of the import. */
interface PlannedLink {
  /** The position of the original link in the text. */
  at: number
  length: number
  before: string
  after: string
  /** The `id` of the other note, and the heading in it. */
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

/** A parsed text whose links are not resolved yet. */
export interface ParsedText {
  id: string
  path: readonly string[]
  title: string
  /** Without the heading that became the title. */
  text: string
  front: FrontMatter
}

/** How a file's front matter was used. */
export interface FrontMatterReport {
  name: string
  tags: readonly string[]
  hasTimes: boolean
  /** Keys that were appended to the text. */
  kept: readonly string[]
  /** Whether anything was appended, including comments without a key. */
  hasRest: boolean
}

export interface ParsedFile {
  /** The folders, outermost first, and the file name. */
  path: readonly string[]
  /** Empty for an empty file. */
  notes: readonly PlannedNote[]
  /** Set for a note of our own export. */
  own?: ExportedHeader
  report?: FrontMatterReport
  /** The source of links to files that are not part of the import. */
  unresolved: readonly string[]
}

/** `metadata`: metadata from `data.json` for a file without our front matter. Returns null for an empty file. */
export function parseText(
  { id, path, text: written }: { id: string; path: readonly string[]; text: string },
  untitled: string,
  metadata?: Pick<FrontMatter, 'title' | 'createdAt' | 'lastUpdate' | 'own'>,
): ParsedText | null {
  const exact = readFrontMatter(written)
  if (exact.own) return parseExportedText(id, path, exact, untitled)
  if (metadata?.own)
    return parseExportedText(
      id,
      path,
      { tags: [], otherKeys: [], rest: '', ...metadata, text: `${written}\n` },
      untitled,
    )
  const unix = toNfc(written.replace(/\r\n?/g, '\n'))
  const changed = readFrontMatter(unix)
  // Another program may have changed all line breaks.
  if (changed.own) return parseExportedText(id, path, changed, untitled)
  const trimmed = unix.trim()
  const front = readFrontMatter(trimmed)
  // The first line may be indented code.
  const text = (front.text === trimmed ? unix : front.text).replace(/^(?:[ \t]*\n)+/, '').trimEnd()
  if (text === '' && front.title === null && front.rest === '') return null
  const { title, rest } = splitTitle({ fileName: path.at(-1) ?? '', untitled }, text, front.title)
  return { id, path, title, text: rest, front }
}

function parseExportedText(
  id: string,
  path: readonly string[],
  front: FrontMatter,
  untitled: string,
): ParsedText {
  const title = noteTitleField.safeParse(truncateText(front.title ?? '', NOTE_TITLE_MAX)).data ?? untitled
  // The export appends a line break to each file.
  return { id, path, title, front, text: toNfc(front.text.replace(/\n$/, '')) }
}

/** Creates one note, or one for each part of a long text. */
export function createNotes(
  read: ParsedText,
  fileIndex: FileIndex,
  onPicture: (picture: PictureEntry, written: string) => void,
): ParsedFile {
  const { id, path, title, front } = read
  const { length, ...linked } = linkText(read, fileIndex, onPicture)
  const whole = appendMetadata(linked.text, front)
  // An exported note stays one note, although upload keys and marks are longer than the final URLs.
  const isNote = front.own !== undefined && whole.length - linked.text.length + length <= NOTE_BODY_MAX
  const parts = isNote ? [whole] : splitText(whole, NOTE_BODY_MAX)
  // If the split broke a mark, split again without marks.
  const marks = parts.flatMap(part => part.match(MARK) ?? [])
  const isWhole = [...linked.links.keys()].every(mark => marks.includes(mark))
  const finalParts = isWhole ? parts : splitText(restoreOriginals(whole, linked), NOTE_BODY_MAX)
  const times = {
    ...(front.createdAt && { createdAt: front.createdAt }),
    ...((front.lastUpdate ?? front.createdAt) && { lastUpdate: front.lastUpdate ?? front.createdAt }),
    ...(front.own?.isPinned && { isPinned: true }),
  }
  const report = createReport(path.join('/'), front)
  return {
    path,
    notes: finalParts.map((part, index) => ({
      id: `${id}#${index}`,
      title: finalParts.length === 1 ? title : partTitle(title, index + 1, finalParts.length),
      ...extractLinks(part, linked),
      ...times,
    })),
    unresolved: linked.unresolved,
    ...(front.own && { own: front.own }),
    ...(report && { report }),
  }
}

function linkText(
  { id, path, text, front }: ParsedText,
  fileIndex: FileIndex,
  onPicture: (picture: PictureEntry, written: string) => void,
): LinkedText & { length: number } {
  const folder = path.slice(0, -1)
  if (!front.own) return { ...linkForeign(text, { id, folder, fileIndex, onPicture }), length: text.length }
  const restored = front.own.hasFileLinks ? unlinkFiles(text, folder, fileIndex.exported) : text
  return { ...linkExported(restored, { fileIndex, onPicture }), length: restored.length }
}

const restoreOriginals = (text: string, { links }: LinkedText) =>
  text.replace(MARK, mark => links.get(mark)?.original ?? mark)

/** `to` is a file id, and `fragment` a heading, until `resolveLinks` replaces them. */
function extractLinks(part: string, { links }: LinkedText): Pick<PlannedNote, 'text' | 'links'> {
  const plannedLinks: PlannedLink[] = []
  let text = ''
  let end = 0
  for (const { 0: mark, index } of part.matchAll(MARK)) {
    text += part.slice(end, index)
    end = index + mark.length
    const link = links.get(mark)
    if (!link) {
      text += mark
      continue
    }
    const { original, before, after, to, heading: fragment } = link
    plannedLinks.push({ at: text.length, length: original.length, before, after, to, fragment })
    text += original
  }
  return { text: text + part.slice(end), links: plannedLinks }
}

function createReport(
  name: string,
  { own, tags, createdAt, lastUpdate, otherKeys, rest }: FrontMatter,
): FrontMatterReport | null {
  const hasTimes = !own && (createdAt ?? lastUpdate) !== undefined
  if (tags.length === 0 && !hasTimes && rest === '') return null
  return { name, tags, hasTimes, kept: otherKeys, hasRest: rest !== '' }
}

/** Points each link to the note of its file; for a split file to the part with the heading. */
export function resolveLinks(files: readonly (ParsedFile & { id: string })[]): ParsedFile[] {
  const byId = new Map(files.map(file => [file.id, file]))
  const headings = new Map<string, { name: string; id: string }[]>()
  const headingsOf = (note: PlannedNote) => {
    const cachedHeadings =
      headings.get(note.id) ??
      headingsIn(parseMarkdown(note.text)).map(({ id }) => ({ id, name: id.slice('h-'.length) }))
    headings.set(note.id, cachedHeadings)
    return cachedHeadings
  }

  function resolveLink(link: PlannedLink, from: PlannedNote): PlannedLink[] {
    const file = byId.get(link.to)
    const [first] = file?.notes ?? []
    if (!file || !first) return []
    const isOwn = file.own !== undefined
    if (isOwn && file.notes.length === 1) return [{ ...link, to: first.id }]
    const headingName = headingNameOf(link.fragment)
    const isFragment = from.text[link.at] === '#'
    for (const note of headingName === '' ? [] : file.notes) {
      const heading = headingsOf(note).find(({ name }) => name === headingName)
      if (!heading) continue
      // A link to a heading in the same note stays as written.
      const isHere = note.id === from.id && isFragment
      return isHere ? [] : [{ ...link, to: note.id, fragment: `#${heading.id}` }]
    }
    return isFragment ? [] : [{ ...link, to: first.id, fragment: '' }]
  }

  return files.map(({ id, ...file }) => ({
    ...file,
    notes: file.notes.map(note => ({ ...note, links: note.links.flatMap(link => resolveLink(link, note)) })),
  }))
}

/** Normalizes a fragment to our heading ids; other programs join the words differently. */
function headingNameOf(fragment: string): string {
  const last = decodeAddress(fragment).split('#').at(-1) ?? ''
  return (
    last
      .replace(/^h-/, '')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}_]+/gu)
      ?.join('-') ?? ''
  )
}

/** The text with links to the numbers of other notes; null if no link can be inserted. */
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

/** Applies `change` to the text between the links of a note. */
export function mapText(note: PlannedNote, change: (text: string) => string): PlannedNote {
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

/** The title from the front matter, the first heading or the file name. Removes a heading that equals the title from the text. */
function splitTitle(
  { fileName, untitled }: { fileName: string; untitled: string },
  text: string,
  frontMatterTitle: string | null,
): { title: string; rest: string } {
  const [firstLine = '', ...lines] = text.split('\n')
  const heading = /^ {0,3}#[ \t]/.test(firstLine) ? plainText(firstLine) : null
  const rest = hasMoreThanText(firstLine, heading) ? text : lines.join('\n').trim()
  const givenTitle =
    frontMatterTitle && noteTitleField.safeParse(truncateText(frontMatterTitle, NOTE_TITLE_MAX)).data
  if (givenTitle) return { title: givenTitle, rest: givenTitle === heading ? rest : text }
  if (heading !== null) {
    const title = noteTitleField.safeParse(truncateText(heading, NOTE_TITLE_MAX)).data
    if (title !== undefined) return { title, rest: title === heading ? rest : text }
  }
  const fileTitle = noteTitleField.safeParse(
    truncateText(withoutExtension(fileName).trim(), NOTE_TITLE_MAX),
  ).data
  return { title: fileTitle ?? untitled, rest: text }
}

/** Whether a heading has more than its plain text, such as a link. */
function hasMoreThanText(line: string, heading: string | null): boolean {
  const withoutMarkup = (written: string) => written.replace(/[\s#*_`~=\\]/g, '')
  return heading !== null && withoutMarkup(line) !== withoutMarkup(heading)
}

function partTitle(title: string, at: number, of: number): string {
  const mark = ` (${at}/${of})`
  return truncateText(title, NOTE_TITLE_MAX - mark.length) + mark
}
