import { parse as parseToml } from 'smol-toml'
import { type Document, isMap, isNode, isScalar, isSeq, parseDocument, type YAMLMap } from 'yaml'
import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { NOTE_FILE_FORMAT } from '#protocol/noteFile.ts'
import { timeIn } from './front.matter.times.ts'

/**
 * The metadata that other programs write above a note: YAML between `---`, as Obsidian, Jekyll, Hugo and Joplin do, or TOML between
 * `+++`. Nothing of it is lost: what a note has no place for is returned as source.
 */

/** What our own export wrote about a note. */
export interface OwnHead {
  noteNo: number
  topicNo: number
  topicTitle: string
  isPinned: boolean
  isDeleted: boolean
  /** Links to other files of the export lead to these; otherwise the text is as it was. */
  hasFileLinks: boolean
}

export interface FrontMatter {
  title: string | null
  createdAt?: Date
  lastUpdate?: Date
  /** Without `#`. */
  tags: readonly string[]
  /** The names of what a note has no place for. */
  otherKeys: readonly string[]
  /** A fenced block with what a note has no place for; empty when there is none. */
  rest: string
  own?: OwnHead
  /** Everything below the front matter, to the letter. */
  text: string
}

/** In UTF-16 units. People write less; a parser would take long for more. */
const SOURCE_MAX = 20_000
/** The parser's time grows with the square of the depth. */
const BRACKETS_MAX = 500
const YAML_BLOCK = /^---[ \t]*\n(?:([\s\S]*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/
const TOML_BLOCK = /^\+\+\+[ \t]*\n(?:([\s\S]*?)\n)?\+\+\+[ \t]*(?:\n|$)/
/** A key, something below it, a remark or nothing: of a block that is no valid YAML, whether it was meant as such. */
const YAML_LINE = /^(?:[\p{L}\p{N}_ -]{1,40}:(?:[ \t]|$)|[ \t]|-[ \t]|#|$)/u
const TITLE_LINE = /^title:[ \t]+(\S.*)$/im

const CREATED_KEYS = ['created', 'createdat', 'creationdate', 'datecreated', 'createdtime', 'ctime', 'date']
const UPDATED_KEYS = [
  ...['updated', 'updatedat', 'modified', 'modifiedat', 'datemodified', 'lastmod', 'lastmodified'],
  ...['lastmodifiedat', 'lastupdated', 'lastupdate', 'lastedited', 'lasteditedtime', 'mtime'],
]
const TAG_KEYS = ['tags', 'tag', 'keywords']
const OWN_KEYS = ['topic', 'pinned', 'deleted', 'geulmaru']

/** `date created`, `created_at` and `createdAt` are one name. */
const nameOf = (key: string) => key.toLowerCase().replace(/[\s_-]/g, '')

/** A text without front matter is returned as it is. `now`: later times are not taken. */
export function readFrontMatter(written: string, now = new Date()): FrontMatter {
  const toml = TOML_BLOCK.exec(written)
  const [block, source = ''] = toml ?? YAML_BLOCK.exec(written) ?? []
  if (block === undefined) return without(written)
  const text = written.slice(block.length)
  if (source.length > SOURCE_MAX) return without(written)
  const read = toml ? readToml(source, now) : readYaml(source, now)
  return read ? { ...read, text } : without(written)
}

const without = (text: string): FrontMatter => ({ title: null, tags: [], otherKeys: [], rest: '', text })

type Read = Omit<FrontMatter, 'text'>
type Entries = readonly (readonly [key: string, value: unknown])[]

function readYaml(source: string, now: Date): Read | null {
  const document = parsedYaml(source)
  if (document === null || document.errors.length > 0)
    return source.split('\n').every(line => YAML_LINE.test(line)) ? unread(source) : null
  const { contents } = document
  // A rule, or a remark alone.
  if (contents === null)
    return { title: null, tags: [], otherKeys: [], rest: source.trim() === '' ? '' : fenced(source, 'yaml') }
  // A paragraph between two rules.
  if (!isMap(contents)) return null
  const entries = entriesOf(contents)
  const own = ownHeadOf(contents)
  const { taken, ...meta } = take(entries, now)
  const takenKeys = own ? [...taken, ...OWN_KEYS.filter(key => contents.has(key))] : taken
  return {
    ...meta,
    ...(own && { own }),
    otherKeys: keysOf(contents).filter((key, at, all) => !takenKeys.includes(key) || all.indexOf(key) < at),
    rest: restOf(contents, takenKeys, source),
  }
}

/** Null for what the parser does not take, or takes too long for. */
function parsedYaml(source: string): Document.Parsed | null {
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

/** Values of one level: aliases and what is nested are left as they are. */
function entriesOf(map: YAMLMap): Entries {
  return map.items.flatMap(({ key, value }) => {
    if (!isScalar(key)) return []
    const plain = isScalar(value)
      ? plainOf(value)
      : isSeq(value) && value.items.every(isScalar)
        ? value.items.map(plainOf)
        : undefined
    return [[String(key.value), plain] as const]
  })
}

/** As it is written; `null` and `~` are no words. */
function plainOf(scalar: unknown): unknown {
  if (!isScalar(scalar)) return null
  return scalar.value === null ? '' : (scalar.source ?? scalar.value)
}

function ownHeadOf(map: YAMLMap): OwnHead | undefined {
  const own = map.get('geulmaru')
  if (!isMap(own) || own.get('format') !== NOTE_FILE_FORMAT) return undefined
  const [noteNo, topicNo, topicTitle] = [own.get('note'), own.get('topic'), map.get('topic')]
  if (typeof noteNo !== 'number' || typeof topicNo !== 'number') return undefined
  return {
    ...{ noteNo, topicNo, topicTitle: topicTitle === undefined ? '' : String(topicTitle) },
    isPinned: map.get('pinned') === true,
    isDeleted: map.has('deleted'),
    hasFileLinks: own.get('links') === 'files',
  }
}

/** What a note has a place for. `taken`: the names of that. */
function take(entries: Entries, now: Date) {
  const taken: string[] = []
  const find = <Found>(names: readonly string[], read: (value: unknown) => Found | null): Found | null => {
    for (const name of names)
      for (const [key, value] of entries) {
        const found = nameOf(key) === name ? read(value) : null
        if (found === null) continue
        taken.push(key)
        return found
      }
    return null
  }
  const title = find(['title'], value => {
    const written = ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : null
    return written === null || written.includes('\n') ? null : written
  })
  const past = (value: unknown) => {
    const at = timeIn(value)
    return at && at <= now ? at : null
  }
  const createdAt = find(CREATED_KEYS, past)
  const lastUpdate = find(UPDATED_KEYS, past)
  const tags = find(TAG_KEYS, tagsOf) ?? []
  return {
    ...{ title: title === '' ? null : title, taken, tags },
    ...(createdAt && { createdAt }),
    ...(lastUpdate && { lastUpdate }),
  }
}

/** Each is looked for in the text. */
const TAGS_MAX = 100

/** A list, or words divided by commas or blanks. Null for anything else. */
function tagsOf(value: unknown): string[] | null {
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

/** The source lines of what was not taken, and remarks; all lines where they hold together. */
function restOf(map: YAMLMap, taken: readonly string[], source: string): string {
  const lines = source.split('\n')
  const isTaken = map.items.map(({ key }) => taken.includes(String(isScalar(key) ? key.value : key)))
  // Of an entry that stands there twice one is taken.
  const hasRepeated = new Set(keysOf(map)).size < map.items.length
  if (hasRepeated) return fenced(source, 'yaml')
  if (isTaken.every(Boolean) === false && (map.flow || isAnchored(map, isTaken)))
    return fenced(source, 'yaml')
  const starts = map.items.map(({ key }) => (isScalar(key) && key.range ? key.range[0] : 0))
  let item = map.flow ? 0 : -1
  let end = 0
  const kept = lines.flatMap(line => {
    end += line.length + 1
    let begins = false
    for (; !map.flow && (starts[item + 1] ?? end) < end; item += 1) begins = true
    if (item < 0 || !isTaken[item] || line.trimStart().startsWith('#')) return [line]
    const remark = begins ? remarkOf(map.items[item]?.value) : null
    return remark && line.trimEnd().endsWith(remark) ? [`#${remark}`] : []
  })
  const rest = kept.join('\n').trim()
  return rest === '' ? '' : fenced(rest, 'yaml')
}

/** Another entry may use what a taken one defines. */
function isAnchored(map: YAMLMap, isTaken: readonly boolean[]): boolean {
  return map.items.some(({ value }, at) => isTaken[at] && isNode(value) && 'anchor' in value && value.anchor)
}

const remarkOf = (value: unknown) => (isNode(value) ? (value.comment?.split('\n', 1)[0] ?? null) : null)

/** Broken YAML. A title with a colon in it is the commonest kind, and is understood. */
function unread(source: string): Read {
  const title = TITLE_LINE.exec(source)?.[1]?.trim() ?? null
  const otherKeys = source.split('\n').flatMap(line => /^[^\s:#-][^:]*(?=:)/.exec(line)?.[0] ?? [])
  return { title: title && unquoted(title), tags: [], otherKeys, rest: fenced(source, 'yaml') }
}

const unquoted = (value: string) => /^(["'])(.*)\1$/.exec(value)?.[2]?.trim() ?? value

function readToml(source: string, now: Date): Read {
  let values: Record<string, unknown>
  try {
    values = parseToml(source)
  } catch {
    return { title: null, tags: [], otherKeys: [], rest: source.trim() === '' ? '' : fenced(source, 'toml') }
  }
  const entries = Object.entries(values)
  const { taken, ...meta } = take(entries, now)
  const otherKeys = entries.map(([key]) => key).filter(key => !taken.includes(key))
  const hasRemarks = /(?:^|\s)#/m.test(source)
  return { ...meta, otherKeys, rest: otherKeys.length > 0 || hasRemarks ? fenced(source, 'toml') : '' }
}

/** In a fence that nothing within it closes. */
function fenced(source: string, language: 'yaml' | 'toml'): string {
  const longest = Math.max(2, ...Array.from(source.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${source.trimEnd()}\n${fence}`
}

/**
 * The text of a note: below it, in this order, what it has no place for and its tags, unless they stand in it already. A title that is
 * too long for one stands above it, as a heading.
 */
export function withMetadata(text: string, { title, tags, rest }: FrontMatter): string {
  const missing = tags.filter(tag => !hasTag(text, tag))
  const heading = title !== null && title.length > NOTE_TITLE_MAX ? `# ${title}` : ''
  // Many programs write it there as well.
  const above = text.startsWith(heading) ? '' : heading
  return [above, text, rest, missing.map(tag => `#${tag}`).join(' ')].filter(part => part !== '').join('\n\n')
}

function hasTag(text: string, tag: string): boolean {
  for (let at = text.indexOf(`#${tag}`); at >= 0; at = text.indexOf(`#${tag}`, at + 1))
    if (!/^[\p{L}\p{N}_/-]/u.test(text.slice(at + tag.length + 1, at + tag.length + 3))) return true
  return false
}
