import { createFileTree, decoded, isLocalAddress } from '#protocol/fileTree.ts'
import { noteAddress, readNoteAddress } from '#protocol/noteFile.ts'
import { linksIn, type WrittenLink } from '#protocol/noteLinks.ts'
import { readPictureAddress, uploadAddress } from '#protocol/pictureAddress.ts'
import { shortened } from '#protocol/shortened.ts'
import { segmentsIn } from './import.blocks.ts'

/** Where the links and pictures of imported texts lead: pure. */

/** A picture that lies beside the texts. */
export interface Shelved {
  /** Of its upload. */
  key: string
  path: readonly string[]
}

/** A text that lies beside the others. */
export interface LinkedFile {
  /** Unique in an import. */
  id: string
  path: readonly string[]
  title: string
  /** Of a note in our own export. */
  noteNo?: number
}

/** A place in a text that leads to another note of the import once that has a number. */
export interface NoteLink {
  /** What is written there without it. */
  original: string
  before: string
  after: string
  /** The file, and a heading in it. */
  to: string
  heading: string
}

export interface LinkedText {
  /** In place of each link to a note stands its mark. */
  text: string
  /** By their marks. */
  links: ReadonlyMap<string, NoteLink>
  /** What leads to no file of the import, as it is written. */
  unresolved: readonly string[]
}

const PICTURE_NAME = /^([\da-f]{32})\.webp$/

export function createFileShelf(files: readonly LinkedFile[], pictures: readonly Shelved[]) {
  const notes = createFileTree(files)
  const pictureTree = createFileTree(pictures)
  const isFlat = files.every(({ path }) => path.length === 1)
  const byNo = new Map(
    files.flatMap(file => (file.noteNo === undefined ? [] : [[file.noteNo, file] as const])),
  )
  const byTitle = new Map<string, LinkedFile | null>()
  for (const file of files) byTitle.set(file.title, byTitle.has(file.title) ? null : file)

  function note(address: string, folder: readonly string[]): LinkedFile | undefined {
    const [bare = ''] = decoded(address).split('#', 1)
    if (bare === '') return undefined
    const name = bare.replaceAll('\\', '/').split('/').at(-1) ?? ''
    return (
      notes.find(address, folder) ??
      notes.find(`${bare}.md`, folder) ??
      // Files that were picked one by one have lost their folders.
      (isFlat && isLocalAddress(address) ? notes.findByName(name) : undefined)
    )
  }

  return {
    /** What our own export holds, for the way back of its links. */
    exported: createFileTree([
      ...files.filter(({ noteNo }) => noteNo !== undefined),
      ...pictures.flatMap(({ path }) => {
        const [, pictureId] = PICTURE_NAME.exec(path.at(-1) ?? '') ?? []
        return pictureId === undefined ? [] : [{ path, pictureId }]
      }),
    ]),
    note,
    noteOfNumber: (noteNo: number) => byNo.get(noteNo),
    /** As `[[name]]` has it, with or without its folders. */
    noteByName(name: string, folder: readonly string[]): LinkedFile | undefined {
      const last = name.split('/').at(-1)?.trim() ?? ''
      const found = notes.find(`${name.trim()}.md`, folder) ?? notes.find(name.trim(), folder)
      return (
        found ?? notes.findByName(`${last}.md`) ?? notes.findByName(last) ?? byTitle.get(last) ?? undefined
      )
    },
    picture(address: string, folder: readonly string[]): Shelved | undefined {
      const ours = readPictureAddress(address)
      return ours ? pictureTree.findByName(`${ours.pictureId}.webp`) : pictureTree.find(address, folder)
    },
    pictureByName: (name: string) => pictureTree.findByName(name.split('/').at(-1)?.trim() ?? ''),
  }
}
export type FileShelf = ReturnType<typeof createFileShelf>

interface LinkParts {
  folder: readonly string[]
  /** Of the file that the text is of. */
  id: string
  shelf: FileShelf
  /** Told of each picture and what the text called it. */
  onPicture: (picture: Shelved, written: string) => void
}

/** Noncharacters, which no text holds: where a link to a note begins, ends, and what keeps room for it. */
const [BEGIN, END, ROOM] = ['\ufdd0', '\ufdd1', '\ufdd2']
export const MARK = /\ufdd0\d+\ufdd2*\ufdd1/g
/** A number of so many digits, and the longest fragment. */
const LONGEST_ADDRESS = noteAddress(10 ** 11).length + '#h-'.length + 64

/** A text of another program. What stands in code stays as it is. */
export function linkForeign(text: string, parts: LinkParts): LinkedText {
  return rewrite(text, linksIn(text, { segments: segmentsIn(text), foreign: true }), link =>
    foreignLink(text, link, parts),
  )
}

/** A text of our own export, as it was in the product. */
export function linkOwn(text: string, { shelf, onPicture }: Omit<LinkParts, 'folder' | 'id'>): LinkedText {
  return rewrite(text, linksIn(text), link => {
    const { address } = link
    const [open, close] = text[link.addressFrom] === '<' ? ['<', '>'] : ['', '']
    const picture = readPictureAddress(address) ? shelf.picture(address, []) : undefined
    if (picture) {
      onPicture(picture, address)
      // The size stays as it was, or absent.
      return {
        ...placeOf(link),
        text: `${open}${uploadAddress(picture.key)}#${address.split('#')[1] ?? ''}${close}`,
      }
    }
    const known = readNoteAddress(address)
    const file = known && shelf.noteOfNumber(known.noteNo)
    if (!file) return null
    const original = `${open}${address}${close}`
    const target = { to: file.id, heading: known.fragment }
    return { ...placeOf(link), note: { original, before: open, after: close, ...target } }
  })
}

type Replacement = { from: number; to: number } & (
  | { text: string }
  | { note: NoteLink }
  | { unresolved: string }
)

const placeOf = ({ addressFrom, addressTo }: WrittenLink) => ({ from: addressFrom, to: addressTo })

function foreignLink(text: string, link: WrittenLink, parts: LinkParts): Replacement | null {
  const { kind, from, to, address, label } = link
  const { folder, id, shelf, onPicture } = parts
  const whole = { from, to }
  const asPicture = (picture: Shelved, description: string): Replacement => {
    onPicture(picture, address)
    return { ...whole, text: `![${description}](${uploadAddress(picture.key)})` }
  }
  if (kind === 'wiki' || kind === 'wikiImage') {
    const { name, heading, shown } = partsOfWiki(address)
    const picture = kind === 'wikiImage' ? shelf.pictureByName(name) : undefined
    if (picture) return asPicture(picture, '')
    const file = name === '' ? { id } : shelf.noteByName(name, folder)
    if (!file) return { ...whole, unresolved: text.slice(from, to) }
    const before = `[${shown.replace(/[[\]\\]/g, '\\$&')}](`
    return { ...whole, note: { original: text.slice(from, to), before, after: ')', to: file.id, heading } }
  }
  if (kind === 'htmlImage') {
    const picture = shelf.picture(address, folder)
    return picture
      ? asPicture(picture, label.replace(/[[\]\n]/g, ' '))
      : unresolvedAt(whole, text.slice(from, to), address)
  }
  const picture = kind === 'link' ? undefined : shelf.picture(address, folder)
  if (picture) {
    onPicture(picture, address)
    return { ...placeOf(link), text: uploadAddress(picture.key) }
  }
  const file = address.startsWith('#') ? { id } : shelf.note(address, folder)
  if (!file) return unresolvedAt(whole, text.slice(from, to), address)
  const heading = address.includes('#') ? address.slice(address.indexOf('#')) : ''
  const target = { to: file.id, heading }
  // A note within a note is no picture.
  if (kind === 'image') {
    const note = { original: text.slice(from, to), before: `[${label}](`, after: ')', ...target }
    return { ...whole, note }
  }
  const place = placeOf(link)
  return { ...place, note: { original: text.slice(place.from, place.to), before: '', after: '', ...target } }
}

/** Addresses of the product and of the web are no files. */
function unresolvedAt(
  place: { from: number; to: number },
  written: string,
  address: string,
): Replacement | null {
  const isFile = isLocalAddress(address) && !/^(?:[#/]|www\.)/i.test(address)
  return isFile ? { ...place, unresolved: written } : null
}

/** `folder/name#heading|shown`; in a table the bar has a backslash. */
function partsOfWiki(inside: string): { name: string; heading: string; shown: string } {
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

/** One replacement after the other; what lies within one that is before it stays. */
function rewrite(
  text: string,
  written: readonly WrittenLink[],
  replace: (link: WrittenLink) => Replacement | null,
): LinkedText {
  const links = new Map<string, NoteLink>()
  const unresolved: string[] = []
  const hasMarks = text.includes(BEGIN) || text.includes(END)
  const found = hasMarks ? [] : written.flatMap(link => replace(link) ?? [])
  let linked = ''
  let at = 0
  for (const replacement of found.sort((one, other) => one.from - other.from)) {
    if ('unresolved' in replacement) unresolved.push(shortened(replacement.unresolved, 200))
    if (replacement.from < at || 'unresolved' in replacement) continue
    linked += text.slice(at, replacement.from)
    if ('text' in replacement) linked += replacement.text
    else {
      const { note } = replacement
      const length = Math.max(note.original.length, note.before.length + LONGEST_ADDRESS + note.after.length)
      const name = String(links.size)
      const mark = `${BEGIN}${name}${ROOM.repeat(Math.max(0, length - name.length - 2))}${END}`
      links.set(mark, note)
      linked += mark
    }
    at = replacement.to
  }
  return { text: linked + text.slice(at), links, unresolved }
}

/** What stands in a note for a picture that could not be taken along: never longer than the upload's address was. */
export function addressLeft({ key, path }: Shelved, written: string): string {
  const { length } = uploadAddress(key)
  return written.length <= length ? written : shortened(path.at(-1) ?? '', length)
}
