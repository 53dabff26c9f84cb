import { parse as parseToml } from 'smol-toml'
import { type Document, isMap, isNode, isScalar, isSeq, parseDocument, type YAMLMap } from 'yaml'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX, SERIES_PARTS_MAX } from '#protocol/limits.ts'
import { truncateText } from '#protocol/normalization.ts'
import { type ExportedPart, NOTE_FILE_FORMAT } from '#protocol/noteFile.ts'
import { parseTime } from './front.matter.time.ts'

/**
 * Parses front matter: YAML between `---`, as in Obsidian, Jekyll, Hugo and Joplin, or TOML between `+++`. Entries that a note has no
 * field for are returned as source, so nothing is lost.
 */

/** The metadata that our own export writes. */
export interface ExportedHeader {
  noteNo: number
  topicNo: number
  topicTitle: string
  isPinned: boolean
  isDeleted: boolean
  /** Whether the export replaced links to notes by links to files. */
  hasFileLinks: boolean
  /** The parts of a series; absent for a note that stands alone, and if somebody has changed the list. */
  parts?: ExportedPart[]
}

export interface FrontMatter {
  title: string | null
  createdAt?: Date
  lastUpdate?: Date
  /** Tags without `#`. */
  tags: readonly string[]
  /** Keys that a note has no field for. */
  otherKeys: readonly string[]
  /** A fenced block with the source of these entries; empty if there are none. */
  rest: string
  own?: ExportedHeader
  /** The unchanged text after the front matter. */
  text: string
}

/** In UTF-16 units. Longer source would take the parser too long. */
const SOURCE_MAX = 20_000
/** The parser's time grows with the square of the depth. */
const BRACKETS_MAX = 500
const YAML_BLOCK = /^---[ \t]*\n(?:([\s\S]*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/
const TOML_BLOCK = /^\+\+\+[ \t]*\n(?:([\s\S]*?)\n)?\+\+\+[ \t]*(?:\n|$)/
/** A key, a nested line, a comment or a blank line: tells invalid YAML from ordinary text. */
const YAML_LINE = /^(?:[\p{L}\p{N}_ -]{1,40}:(?:[ \t]|$)|[ \t]|-[ \t]|#|$)/u
const TITLE_LINE = /^title:[ \t]+(\S.*)$/im

const CREATED_KEYS = ['created', 'createdat', 'creationdate', 'datecreated', 'createdtime', 'ctime', 'date']
const UPDATED_KEYS = [
  ...['updated', 'updatedat', 'modified', 'modifiedat', 'datemodified', 'lastmod', 'lastmodified'],
  ...['lastmodifiedat', 'lastupdated', 'lastupdate', 'lastedited', 'lasteditedtime', 'mtime'],
]
const TAG_KEYS = ['tags', 'tag', 'keywords']
const OWN_KEYS = ['topic', 'pinned', 'deleted', 'parts', 'geulmaru']

/** `date created`, `created_at` and `createdAt` are the same key. */
const normalizeKey = (key: string) => key.toLowerCase().replace(/[\s_-]/g, '')

/** Returns a text without front matter unchanged. Ignores times after `now`. */
export function readFrontMatter(fileText: string, now = new Date()): FrontMatter {
  const toml = TOML_BLOCK.exec(fileText)
  const [block, source = ''] = toml ?? YAML_BLOCK.exec(fileText) ?? []
  if (block === undefined) return emptyFrontMatter(fileText)
  const text = fileText.slice(block.length)
  if (source.length > SOURCE_MAX) return emptyFrontMatter(fileText)
  const parsed = toml ? readToml(source, now) : readYaml(source, now)
  return parsed ? { ...parsed, text } : emptyFrontMatter(fileText)
}

const emptyFrontMatter = (text: string): FrontMatter => ({
  title: null,
  tags: [],
  otherKeys: [],
  rest: '',
  text,
})

type ParsedFrontMatter = Omit<FrontMatter, 'text'>
type Entries = readonly (readonly [key: string, value: unknown])[]

function readYaml(source: string, now: Date): ParsedFrontMatter | null {
  const document = parseYaml(source)
  if (document === null || document.errors.length > 0)
    return source.split('\n').every(line => YAML_LINE.test(line)) ? readInvalidYaml(source) : null
  const { contents } = document
  // A thematic break, or comments only.
  if (contents === null)
    return {
      title: null,
      tags: [],
      otherKeys: [],
      rest: source.trim() === '' ? '' : fencedBlock(source, 'yaml'),
    }
  // A paragraph between two thematic breaks.
  if (!isMap(contents)) return null
  const entries = plainEntries(contents)
  const own = readExportedHeader(contents)
  const { usedKeys, ...meta } = extractMetadata(entries, now)
  const allUsedKeys = own ? [...usedKeys, ...OWN_KEYS.filter(key => contents.has(key))] : usedKeys
  return {
    ...meta,
    ...(own && { own }),
    otherKeys: keysOf(contents).filter((key, at, all) => !allUsedKeys.includes(key) || all.indexOf(key) < at),
    rest: unreadSource(contents, allUsedKeys, source),
  }
}

/** Returns null for source that the parser rejects or that would take too long. */
function parseYaml(source: string): Document.Parsed | null {
  if ((source.match(/[[{]/g)?.length ?? 0) > BRACKETS_MAX) return null
  try {
    return parseDocument(source, {
      uniqueKeys: false,
      keepSourceTokens: false,
      logLevel: 'silent',
      prettyErrors: false,
    })
  } catch {
    return null
  }
}

const keysOf = (map: YAMLMap) => map.items.map(({ key }) => String(isScalar(key) ? key.value : key))

/** Top-level scalars and lists of scalars. Other values are undefined. */
function plainEntries(map: YAMLMap): Entries {
  return map.items.flatMap(({ key, value }) => {
    if (!isScalar(key)) return []
    const plain = isScalar(value)
      ? sourceOf(value)
      : isSeq(value) && value.items.every(isScalar)
        ? value.items.map(sourceOf)
        : undefined
    return [[String(key.value), plain] as const]
  })
}

/** The scalar as written. Empty for null, so that `null` and `~` are not read as text. */
function sourceOf(scalar: unknown): unknown {
  if (!isScalar(scalar)) return null
  return scalar.value === null ? '' : (scalar.source ?? scalar.value)
}

function readExportedHeader(map: YAMLMap): ExportedHeader | undefined {
  const own = map.get('geulmaru')
  if (!isMap(own) || own.get('format') !== NOTE_FILE_FORMAT) return undefined
  const [noteNo, topicNo, topicTitle] = [own.get('note'), own.get('topic'), map.get('topic')]
  if (typeof noteNo !== 'number' || typeof topicNo !== 'number') return undefined
  const parts = readParts(map.get('parts'), own.get('series'))
  return {
    ...(parts && { parts }),
    ...{ noteNo, topicNo, topicTitle: topicTitle === undefined ? '' : String(topicTitle) },
    isPinned: map.get('pinned') === true,
    isDeleted: map.has('deleted'),
    hasFileLinks: own.get('links') === 'files',
  }
}

/** The lists of the lengths and the numbers of parts. Null for invalid ones. */
function readParts(lengths: unknown, noteNos: unknown): ExportedPart[] | null {
  const read = (list: unknown) =>
    isSeq(list) ? list.items.map(item => (isScalar(item) ? item.value : null)) : []
  const [lengthList, noteNoList] = [read(lengths), read(noteNos)]
  const parts = lengthList.map((length, index) => ({
    length: Number(length),
    noteNo: Number(noteNoList[index]),
  }))
  const isValid = parts.every(
    ({ length, noteNo }) =>
      Number.isSafeInteger(length) && length >= 0 && length <= NOTE_BODY_MAX && Number.isSafeInteger(noteNo),
  )
  const isSeries = parts.length > 1 && parts.length <= SERIES_PARTS_MAX && noteNoList.length === parts.length
  return isValid && isSeries ? parts : null
}

/** Extracts title, times and tags. `usedKeys` lists the keys of these. */
function extractMetadata(entries: Entries, now: Date) {
  const usedKeys: string[] = []
  const find = <Found>(names: readonly string[], parse: (value: unknown) => Found | null): Found | null => {
    for (const name of names)
      for (const [key, value] of entries) {
        const result = normalizeKey(key) === name ? parse(value) : null
        if (result === null) continue
        usedKeys.push(key)
        return result
      }
    return null
  }
  const title = find(['title'], value => {
    const source = ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : null
    return source === null || source.includes('\n') ? null : source
  })
  const parsePastTime = (value: unknown) => {
    const at = parseTime(value)
    return at && at <= now ? at : null
  }
  const createdAt = find(CREATED_KEYS, parsePastTime)
  const lastUpdate = find(UPDATED_KEYS, parsePastTime)
  const tags = find(TAG_KEYS, parseTags) ?? []
  return {
    ...{ title: title === '' ? null : title, usedKeys, tags },
    ...(createdAt && { createdAt }),
    ...(lastUpdate && { lastUpdate }),
  }
}

/** Limits the searches for tags in the text. */
const TAGS_MAX = 100

/** A list, or words separated by commas or spaces. Null for other values. */
function parseTags(value: unknown): string[] | null {
  if (value === null || value === '') return []
  const words = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,\s]+/) : null
  if (
    words === null ||
    words.length > TAGS_MAX ||
    words.some(word => word !== null && typeof word === 'object')
  )
    return null
  const tags = words.map(word =>
    String(word ?? '')
      .trim()
      .replace(/^#+/, '')
      .replace(/\s+/g, '-'),
  )
  return [...new Set(tags.filter(tag => tag !== ''))]
}

/** The source lines of unused entries and comments, or the whole source if entries depend on each other. */
function unreadSource(map: YAMLMap, usedKeys: readonly string[], source: string): string {
  const lines = source.split('\n')
  const isUsed = map.items.map(({ key }) => usedKeys.includes(String(isScalar(key) ? key.value : key)))
  // Only one of two entries with the same key is used.
  const hasRepeated = new Set(keysOf(map)).size < map.items.length
  if (hasRepeated) return fencedBlock(source, 'yaml')
  if (isUsed.every(Boolean) === false && (map.flow || hasSharedAnchor(map, isUsed)))
    return fencedBlock(source, 'yaml')
  const starts = map.items.map(({ key }) => (isScalar(key) && key.range ? key.range[0] : 0))
  let item = map.flow ? 0 : -1
  let end = 0
  const remainingLines = lines.flatMap(line => {
    end += line.length + 1
    let begins = false
    for (; !map.flow && (starts[item + 1] ?? end) < end; item += 1) begins = true
    if (item < 0 || !isUsed[item] || line.trimStart().startsWith('#')) return [line]
    const remark = begins ? commentOf(map.items[item]?.value) : null
    return remark && line.trimEnd().endsWith(remark) ? [`#${remark}`] : []
  })
  const rest = remainingLines.join('\n').trim()
  return rest === '' ? '' : fencedBlock(rest, 'yaml')
}

/** Whether a used entry defines an anchor, which another entry may reference. */
function hasSharedAnchor(map: YAMLMap, isUsed: readonly boolean[]): boolean {
  return map.items.some(({ value }, at) => isUsed[at] && isNode(value) && 'anchor' in value && value.anchor)
}

const commentOf = (value: unknown) => (isNode(value) ? (value.comment?.split('\n', 1)[0] ?? null) : null)

/** Invalid YAML, most often because of a colon in the title. Reads the title line anyway. */
function readInvalidYaml(source: string): ParsedFrontMatter {
  const title = TITLE_LINE.exec(source)?.[1]?.trim() ?? null
  const otherKeys = source.split('\n').flatMap(line => /^[^\s:#-][^:]*(?=:)/.exec(line)?.[0] ?? [])
  return { title: title && unquote(title), tags: [], otherKeys, rest: fencedBlock(source, 'yaml') }
}

const unquote = (value: string) => /^(["'])(.*)\1$/.exec(value)?.[2]?.trim() ?? value

function readToml(source: string, now: Date): ParsedFrontMatter {
  let values: Record<string, unknown>
  try {
    values = parseToml(source)
  } catch {
    return {
      title: null,
      tags: [],
      otherKeys: [],
      rest: source.trim() === '' ? '' : fencedBlock(source, 'toml'),
    }
  }
  const entries = Object.entries(values)
  const { usedKeys, ...meta } = extractMetadata(entries, now)
  const otherKeys = entries.map(([key]) => key).filter(key => !usedKeys.includes(key))
  const hasRemarks = /(?:^|\s)#/m.test(source)
  return { ...meta, otherKeys, rest: otherKeys.length > 0 || hasRemarks ? fencedBlock(source, 'toml') : '' }
}

/** Uses a fence that is longer than any in the source. */
function fencedBlock(source: string, language: 'yaml' | 'toml'): string {
  const longest = Math.max(2, ...Array.from(source.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${source.trimEnd()}\n${fence}`
}

/** Appends unused entries and missing tags to the text. A title that is too long for a note becomes a heading above it. */
export function appendMetadata(text: string, { title, tags, rest }: FrontMatter): string {
  const missing = tags.filter(tag => !hasTag(text, tag))
  const heading = title !== null && title.length > NOTE_TITLE_MAX ? `# ${title}` : ''
  // Many programs repeat the title as a heading.
  const above = text.startsWith(heading) ? '' : heading
  return [above, text, rest, missing.map(tag => `#${tag}`).join(' ')].filter(part => part !== '').join('\n\n')
}

function hasTag(text: string, tag: string): boolean {
  for (let at = text.indexOf(`#${tag}`); at >= 0; at = text.indexOf(`#${tag}`, at + 1))
    if (!/^[\p{L}\p{N}_/-]/u.test(text.slice(at + tag.length + 1, at + tag.length + 3))) return true
  return false
}

/** The title comes from the front matter, the first heading or the file name. Removes a heading that equals the title from the text. */
export function noteOfFile(name: string, content: string): { title: string; text: string } {
  const front = readFrontMatter(content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))
  if (front.own) return { title: truncateText(front.title ?? '', NOTE_TITLE_MAX), text: ownText(front.text) }
  const written = front.text.trimStart()
  const [first = ''] = written.split('\n', 1)
  const heading = first.startsWith('# ') ? first.slice(2).trim() : ''
  const title = truncateText(front.title ?? (heading || name.replace(/\.[^.]*$/, '')), NOTE_TITLE_MAX)
  const isRepeated = heading !== '' && heading === title
  return {
    title,
    text: appendMetadata(isRepeated ? written.slice(first.length).trimStart() : front.text, front),
  }
}

/** Our export appends a line break to each file. */
const ownText = (text: string) => text.replace(/\n$/, '')
