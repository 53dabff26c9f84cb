import { createFileTree, decodeAddress, type FileTree, isLocalAddress } from '#protocol/fileTree.ts'
import { truncateText } from '#protocol/normalization.ts'
import { noteAddress, readNoteAddress } from '#protocol/noteFile.ts'
import { linksIn, type WrittenLink } from '#protocol/noteLinks.ts'
import { readPictureAddress, uploadAddress } from '#protocol/pictureAddress.ts'
import { findSegments } from './import.blocks.ts'

/** Pure functions that resolve links and pictures in imported texts. */

/** A picture file of the import. */
export interface PictureEntry {
  /** Upload key. */
  key: string
  path: readonly string[]
}

/** A text file of the import. */
interface LinkedFile {
  /** Unique in an import. */
  id: string
  path: readonly string[]
  title: string
  /** Set for a note of our own export, with all parts of a series. */
  noteNos?: readonly number[]
}

/** A link to another note of the import, inserted once that note has a number. */
export interface NoteLink {
  /** The source text of the link. */
  original: string
  before: string
  after: string
  /** The file id, and a heading in the file. */
  to: string
  heading: string
  /** The index of the part in the exported series to which the link leads; 0 unless it leads to a later one. */
  part?: number
}

export interface LinkedText {
  /** With a mark in place of each link to a note. */
  text: string
  /** By mark. */
  links: ReadonlyMap<string, NoteLink>
  /** The source of links to files that are not part of the import. */
  unresolved: readonly string[]
  /** The given positions, in the text with marks. */
  cuts: readonly number[]
}

/** Obsidian writes paths from the vault, which is the outermost folder of many archives. */
const findIn = <File extends LinkedFile | PictureEntry>(
  tree: FileTree<File>,
  address: string,
  folder: readonly string[],
) => tree.find(address, folder) ?? tree.find(address, folder.slice(0, 1))

const PICTURE_NAME = /^([\da-f]{32})\.webp$/

export function createFileIndex(files: readonly LinkedFile[], pictures: readonly PictureEntry[]) {
  const notes = createFileTree(files)
  const pictureTree = createFileTree(pictures)
  const isFlat = files.every(({ path }) => path.length === 1)
  const byNo = new Map(
    files.flatMap(file => (file.noteNos ?? []).map((noteNo, part) => [noteNo, { file, part }] as const)),
  )
  const byTitle = new Map<string, LinkedFile | null>()
  for (const file of files) byTitle.set(file.title, byTitle.has(file.title) ? null : file)

  function note(address: string, folder: readonly string[]): LinkedFile | undefined {
    const [bare = ''] = decodeAddress(address).split('#', 1)
    if (bare === '') return undefined
    const name = bare.replaceAll('\\', '/').split('/').at(-1) ?? ''
    return (
      findIn(notes, address, folder) ??
      findIn(notes, `${bare}.md`, folder) ??
      // Files chosen one by one have no folders.
      (isFlat && isLocalAddress(address) ? notes.findByName(name) : undefined)
    )
  }

  return {
    /** The files of our own export, to restore links between them. */
    exported: createFileTree([
      ...files.flatMap(({ path, noteNos: [noteNo] = [] }) =>
        noteNo === undefined ? [] : [{ path, noteNo }],
      ),
      ...pictures.flatMap(({ path }) => {
        const [, pictureId] = PICTURE_NAME.exec(path.at(-1) ?? '') ?? []
        return pictureId === undefined ? [] : [{ path, pictureId }]
      }),
    ]),
    note,
    noteOfNumber: (noteNo: number) => byNo.get(noteNo),
    /** Resolves the name in `[[name]]`, with or without folders. */
    noteByName(name: string, folder: readonly string[]): LinkedFile | undefined {
      const last = name.split('/').at(-1)?.trim() ?? ''
      const match = findIn(notes, `${name.trim()}.md`, folder) ?? findIn(notes, name.trim(), folder)
      return (
        match ?? notes.findByName(`${last}.md`) ?? notes.findByName(last) ?? byTitle.get(last) ?? undefined
      )
    },
    picture(address: string, folder: readonly string[]): PictureEntry | undefined {
      const ours = readPictureAddress(address)
      return ours ? pictureTree.findByName(`${ours.pictureId}.webp`) : findIn(pictureTree, address, folder)
    },
    pictureByName: (name: string) => pictureTree.findByName(name.split('/').at(-1)?.trim() ?? ''),
  }
}
export type FileIndex = ReturnType<typeof createFileIndex>

interface LinkParts {
  folder: readonly string[]
  /** The id of the file that contains the text. */
  id: string
  fileIndex: FileIndex
  /** Called for each picture with its address in the text. */
  onPicture: (picture: PictureEntry, written: string) => void
}

/** Unicode noncharacters, which valid text does not contain: start and end of a mark, and padding. */
const [MARK_START, MARK_END, PADDING] = ['\ufdd0', '\ufdd1', '\ufdd2']
export const MARK = /\ufdd0\d+\ufdd2*\ufdd1/g
/** The length of a note URL with 12 digits and the longest fragment. */
const NOTE_ADDRESS_MAX = noteAddress(10 ** 11).length + '#h-'.length + 64

/** Replaces links in a text of another program, except in code. */
export function linkForeign(text: string, parts: LinkParts): LinkedText {
  return rewrite(text, linksIn(text, { segments: findSegments(text), foreign: true }), link =>
    replaceForeignLink(text, link, parts),
  )
}

/** Replaces links in a text of our own export. `cuts`: where the text will be cut, in order. A link across a cut is kept. */
export function linkExported(
  text: string,
  { fileIndex, onPicture }: Omit<LinkParts, 'folder' | 'id'>,
  cuts: readonly number[] = [],
): LinkedText {
  const isKept = ({ from, to }: WrittenLink) => cuts.some(cut => cut > from && cut < to)
  const links = linksIn(text).filter(link => !isKept(link))
  return rewrite(
    text,
    links,
    link => {
      const { address } = link
      const [open, close] = text[link.addressFrom] === '<' ? ['<', '>'] : ['', '']
      const picture = readPictureAddress(address) ? fileIndex.picture(address, []) : undefined
      if (picture) {
        onPicture(picture, address)
        // Keeps the size, or its absence.
        return {
          ...addressRange(link),
          text: `${open}${uploadAddress(picture.key)}#${address.split('#')[1] ?? ''}${close}`,
        }
      }
      const noteRef = readNoteAddress(address)
      const exported = noteRef && fileIndex.noteOfNumber(noteRef.noteNo)
      if (!exported) return null
      const original = `${open}${address}${close}`
      const target = { to: exported.file.id, part: exported.part, heading: noteRef.fragment }
      return { ...addressRange(link), note: { original, before: open, after: close, ...target } }
    },
    cuts,
  )
}

type Replacement = { from: number; to: number } & (
  | { text: string }
  | { note: NoteLink }
  | { unresolved: string }
)

const addressRange = ({ addressFrom, addressTo }: WrittenLink) => ({ from: addressFrom, to: addressTo })

function replaceForeignLink(text: string, link: WrittenLink, parts: LinkParts): Replacement | null {
  const { kind, from, to, address, label } = link
  const { folder, id, fileIndex, onPicture } = parts
  const whole = { from, to }
  const asPicture = (picture: PictureEntry, description: string): Replacement => {
    onPicture(picture, address)
    return { ...whole, text: `![${description}](${uploadAddress(picture.key)})` }
  }
  if (kind === 'wiki' || kind === 'wikiImage') {
    const { name, heading, shown } = parseWikiLink(address)
    const picture = kind === 'wikiImage' ? fileIndex.pictureByName(name) : undefined
    if (picture) return asPicture(picture, '')
    const file = name === '' ? { id } : fileIndex.noteByName(name, folder)
    if (!file) return { ...whole, unresolved: text.slice(from, to) }
    const before = `[${shown.replace(/[[\]\\]/g, '\\$&')}](`
    return { ...whole, note: { original: text.slice(from, to), before, after: ')', to: file.id, heading } }
  }
  if (kind === 'htmlImage') {
    const picture = fileIndex.picture(address, folder)
    return picture
      ? asPicture(picture, label.replace(/[[\]\n]/g, ' '))
      : unresolvedAt(whole, text.slice(from, to), address)
  }
  const picture = kind === 'link' ? undefined : fileIndex.picture(address, folder)
  if (picture) {
    onPicture(picture, address)
    return { ...addressRange(link), text: uploadAddress(picture.key) }
  }
  const file = address.startsWith('#') ? { id } : fileIndex.note(address, folder)
  if (!file) return unresolvedAt(whole, text.slice(from, to), address)
  const heading = address.includes('#') ? address.slice(address.indexOf('#')) : ''
  const target = { to: file.id, heading }
  // An embedded note becomes a link.
  if (kind === 'image') {
    const note = { original: text.slice(from, to), before: `[${label}](`, after: ')', ...target }
    return { ...whole, note }
  }
  const place = addressRange(link)
  return { ...place, note: { original: text.slice(place.from, place.to), before: '', after: '', ...target } }
}

/** Ignores URLs of the app and of the web. */
function unresolvedAt(
  place: { from: number; to: number },
  written: string,
  address: string,
): Replacement | null {
  const isFile = isLocalAddress(address) && !/^(?:[#/]|www\.)/i.test(address)
  return isFile ? { ...place, unresolved: written } : null
}

/** `folder/name#heading|shown`; in a table the pipe has a backslash. */
function parseWikiLink(inside: string): { name: string; heading: string; shown: string } {
  const bar = inside.indexOf('|')
  const target = (bar < 0 ? inside : inside.slice(0, bar)).replace(/\\$/, '').trim()
  const hash = target.indexOf('#')
  const name = (hash < 0 ? target : target.slice(0, hash)).trim()
  const heading = hash < 0 ? '' : target.slice(hash)
  const last = name.split('/').at(-1) ?? ''
  const words = heading.replace(/^#+/, '').replaceAll('#', ' > ')
  const usual = [last, words].filter(part => part !== '').join(' > ')
  return { name, heading, shown: bar < 0 ? usual : inside.slice(bar + 1).trim() || usual }
}

/** Applies replacements in order; skips a replacement within an earlier one. */
function rewrite(
  text: string,
  written: readonly WrittenLink[],
  replace: (link: WrittenLink) => Replacement | null,
  cuts: readonly number[] = [],
): LinkedText {
  const movedCuts: number[] = []
  const links = new Map<string, NoteLink>()
  const unresolved: string[] = []
  const hasMarks = text.includes(MARK_START) || text.includes(MARK_END)
  const replacements = hasMarks ? [] : written.flatMap(link => replace(link) ?? [])
  let linked = ''
  let at = 0
  for (const replacement of replacements.sort((one, other) => one.from - other.from)) {
    if ('unresolved' in replacement) unresolved.push(truncateText(replacement.unresolved, 200))
    if (replacement.from < at || 'unresolved' in replacement) continue
    moveCuts(replacement.from)
    linked += text.slice(at, replacement.from)
    if ('text' in replacement) linked += replacement.text
    else {
      const { note } = replacement
      const length = Math.max(note.original.length, note.before.length + NOTE_ADDRESS_MAX + note.after.length)
      const name = String(links.size)
      const mark = `${MARK_START}${name}${PADDING.repeat(Math.max(0, length - name.length - 2))}${MARK_END}`
      links.set(mark, note)
      linked += mark
    }
    at = replacement.to
  }
  moveCuts(text.length)
  return { text: linked + text.slice(at), links, unresolved, cuts: movedCuts }

  function moveCuts(upTo: number): void {
    for (let cut = cuts[movedCuts.length]; cut !== undefined && cut <= upTo; cut = cuts[movedCuts.length])
      movedCuts.push(linked.length + cut - at)
  }
}

/** The text for a picture that is not imported. Never longer than the upload address, so that the note does not grow. */
export function fallbackAddress({ key, path }: PictureEntry, written: string): string {
  const { length } = uploadAddress(key)
  return written.length <= length ? written : truncateText(path.at(-1) ?? '', length)
}
