import {
  appendMetadata,
  type ExportedHeader,
  type FrontMatter,
  readFrontMatter,
} from '#client/features/notes/attachments/front.matter.ts'
import { decodeAddress } from '#protocol/fileTree.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX, SERIES_PARTS_MAX } from '#protocol/limits.ts'
import { headingsIn } from '#protocol/markdown/heading.rules.ts'
import { parseMarkdown } from '#protocol/markdown/markdown.parser.ts'
import { splitIntoParts } from '#protocol/markdown/splitParts.ts'
import { toNfc, truncateText } from '#protocol/normalization.ts'
import { unlinkFiles } from '#protocol/noteFile.ts'
import { noteTitleField } from '#protocol/notes.ts'
import { plainText } from '#protocol/plainText.ts'
import { partsOfLengths, startsOf, wholeText } from '#protocol/seriesText.ts'
import { withoutExtension } from './import.files.ts'
import {
  type FileIndex,
  type LinkedText,
  linkExported,
  linkForeign,
  MARK,
  type PictureEntry,
} from './import.links.ts'
import { mapParts, type PlannedLink, type PlannedNote, type PlannedPart, partsOf } from './import.planned.ts'

/** Pure functions that turn the text of a file into notes. */

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

/** Creates a note, or a series for a long text. A text that is longer than a series becomes several. */
export function createNotes(
  read: ParsedText,
  fileIndex: FileIndex,
  onPicture: (picture: PictureEntry, written: string) => void,
): ParsedFile {
  const { id, path, title, front } = read
  const linked = linkText(read, fileIndex, onPicture)
  const texts = textsOf(linked, front)
  const groups: string[][] = []
  for (let at = 0; at < texts.length; at += SERIES_PARTS_MAX)
    groups.push(texts.slice(at, at + SERIES_PARTS_MAX))
  const times = {
    ...(front.createdAt && { createdAt: front.createdAt }),
    ...((front.lastUpdate ?? front.createdAt) && { lastUpdate: front.lastUpdate ?? front.createdAt }),
    ...(front.own?.isPinned && { isPinned: true }),
  }
  const notes = groups.map((group, index): PlannedNote => {
    const [first, ...laterParts] = group.map((text, place) => ({
      id: `${id}#${index * SERIES_PARTS_MAX + place}`,
      ...extractLinks(text, linked),
    }))
    return {
      ...(first ?? { id, text: '', links: [] }),
      title: groups.length === 1 ? title : numberedTitle(title, index + 1, groups.length),
      ...(laterParts.length > 0 && { laterParts }),
      ...times,
    }
  })
  const report = createReport(path.join('/'), front)
  return {
    path,
    notes,
    unresolved: linked.unresolved,
    ...(front.own && { own: front.own }),
    ...(report && { report }),
  }
}

interface LinkedFileText extends LinkedText {
  /** Of the text without marks. */
  length: number
  /** With marks; null for a text that is not an exported series. */
  parts: readonly string[] | null
}

/** The texts of the notes, with marks. */
function textsOf(linked: LinkedFileText, front: FrontMatter): readonly string[] {
  const whole = appendMetadata(linked.text, front)
  if (whole === linked.text && linked.parts !== null) return linked.parts
  // An exported note stays one note, although upload keys and marks are longer than the final URLs.
  const isNote = front.own !== undefined && whole.length - linked.text.length + linked.length <= NOTE_BODY_MAX
  const parts = isNote ? [whole] : splitIntoParts(whole)
  // If the split broke a mark, split again without marks.
  const marks = parts.flatMap(part => part.match(MARK) ?? [])
  const isWhole = [...linked.links.keys()].every(mark => marks.includes(mark))
  return isWhole ? parts : splitIntoParts(restoreOriginals(whole, linked))
}

function linkText(
  { id, path, text, front }: ParsedText,
  fileIndex: FileIndex,
  onPicture: (picture: PictureEntry, written: string) => void,
): LinkedFileText {
  const folder = path.slice(0, -1)
  if (!front.own)
    return { ...linkForeign(text, { id, folder, fileIndex, onPicture }), length: text.length, parts: null }
  const restored = front.own.hasFileLinks ? unlinkFiles(text, folder, fileIndex.exported) : text
  const lengths = front.own.parts?.map(part => part.length) ?? []
  const parts = partsOfLengths(restored, lengths)?.map(part => ({ text: part })) ?? []
  const starts = startsOf(parts)
  const cuts = parts.flatMap((part, index) => [starts[index] ?? 0, (starts[index] ?? 0) + part.text.length])
  const linked = linkExported(restored, { fileIndex, onPicture }, cuts)
  const marked = parts.map((_, index) =>
    linked.text.slice(linked.cuts[2 * index], linked.cuts[2 * index + 1]),
  )
  return { ...linked, length: restored.length, parts: marked.length > 0 ? marked : null }
}

const restoreOriginals = (text: string, { links }: LinkedText) =>
  text.replace(MARK, mark => links.get(mark)?.original ?? mark)

/** `to` is a file id, and `fragment` a heading, until `resolveLinks` replaces them. */
function extractLinks(part: string, { links }: LinkedText): Pick<PlannedPart, 'text' | 'links'> {
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
    const { original, before, after, to, part: partIndex, heading: fragment } = link
    plannedLinks.push({
      at: text.length,
      length: original.length,
      before,
      after,
      to,
      part: partIndex,
      fragment,
    })
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

/** Points each link to the note of its file; for a very long file to the series with the heading. */
export function resolveLinks(files: readonly (ParsedFile & { id: string })[]): ParsedFile[] {
  const byId = new Map(files.map(file => [file.id, file]))
  const headings = new Map<string, { name: string; id: string }[]>()
  const headingsOf = (note: PlannedNote) => {
    const cachedHeadings =
      headings.get(note.id) ??
      headingsIn(parseMarkdown(wholeText(partsOf(note)))).map(({ id }) => ({
        id,
        name: id.slice('h-'.length),
      }))
    headings.set(note.id, cachedHeadings)
    return cachedHeadings
  }

  function resolveLink(
    { part = 0, ...link }: PlannedLink,
    from: PlannedPart,
    note: PlannedNote,
  ): PlannedLink[] {
    const file = byId.get(link.to)
    const [first] = file?.notes ?? []
    if (!file || !first) return []
    // The headings of an exported series are those of its whole text.
    if (file.own !== undefined) return [{ ...link, to: partsOf(first)[part]?.id ?? first.id }]
    const headingName = headingNameOf(link.fragment)
    const isFragment = from.text[link.at] === '#'
    for (const target of headingName === '' ? [] : file.notes) {
      const heading = headingsOf(target).find(({ name }) => name === headingName)
      if (!heading) continue
      // A link to a heading in the same note stays as written.
      const isHere = target.id === note.id && isFragment
      return isHere ? [] : [{ ...link, to: target.id, fragment: `#${heading.id}` }]
    }
    return isFragment ? [] : [{ ...link, to: first.id, fragment: '' }]
  }

  const resolvePart = <Part extends PlannedPart>(part: Part, note: PlannedNote): Part => ({
    ...part,
    links: part.links.flatMap(link => resolveLink(link, part, note)),
  })
  return files.map(({ id, ...file }) => ({
    ...file,
    notes: file.notes.map(note => mapParts(note, part => resolvePart(part, note))),
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

function numberedTitle(title: string, at: number, of: number): string {
  const mark = ` (${at}/${of})`
  return truncateText(title, NOTE_TITLE_MAX - mark.length) + mark
}
