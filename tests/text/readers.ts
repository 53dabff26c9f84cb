import { emailSuggestions } from '#client/features/accounts/emailDomains.ts'
import { piecesOf } from '#client/features/comments/comments.links.ts'
import { searchIntent } from '#client/features/hubs/hubs.search.ts'
import { createFileShelf } from '#client/features/imports/import.links.ts'
import { notesOf, readText } from '#client/features/imports/import.notes.ts'
import type { Written } from '#client/features/notes/editor/commands/note.edit.ts'
import {
  clearHead,
  continueLine,
  indent,
  moveLines,
  outdent,
  toggleItems,
  toggleQuote,
} from '#client/features/notes/editor/commands/note.lists.ts'
import { makeLink, toggleHeading, toggleMark } from '#client/features/notes/editor/commands/note.marks.ts'
import { asCopy } from '#client/features/notes/editor/saving/note.conflict.ts'
import { encodeNoteText } from '#client/features/notes/editor/saving/note.content.ts'
import { changeBetween } from '#client/features/notes/history/history.rows.ts'
import { type Piece, shortened } from '#client/features/notes/history/note.diff.ts'
import { noteOfFile } from '#client/features/notes/pasting/dropped.note.ts'
import { readFrontMatter } from '#client/features/notes/pasting/front.matter.ts'
import { insertPictures, removePicture, without } from '#client/features/notes/pictures/picture.text.ts'
import { afterTicks, tickOf } from '#client/features/notes/ticking/ticking.rules.ts'
import { drawMarkdown } from '#client/markdown/markdown.drawing.ts'
import { emailField, mobileField, usernameField } from '#protocol/accounts.ts'
import { answerField, suggestionField } from '#protocol/agora.ts'
import { commentField } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { safeName } from '#protocol/fileName.ts'
import { createFileTree } from '#protocol/fileTree.ts'
import { searchFriends } from '#protocol/hubs.ts'
import * as limits from '#protocol/limits.ts'
import { mentionsIn } from '#protocol/mentions.ts'
import { writeNoteFile } from '#protocol/noteFile.ts'
import { linksIn } from '#protocol/noteLinks.ts'
import { searchQueryField } from '#protocol/noteSearch.ts'
import { encodedNoteText, noteTitleField } from '#protocol/notes.ts'
import { noticeContentField } from '#protocol/notices.ts'
import { passwordError } from '#protocol/password.rules.ts'
import { pictureIdsIn, readPictureAddress, uploadKeysIn } from '#protocol/pictureAddress.ts'
import { plainText } from '#protocol/plainText.ts'
import { searchTextWithPlaces } from '#protocol/searchText.ts'
import { withParticle } from '#protocol/text/josa.ts'
import { textLength } from '#protocol/textLength.ts'
import { emailKeyOf } from '#server/features/accounts/accounts.store.ts'
import { isReservedName, nameKeyOf } from '#server/features/accounts/names.rules.ts'
import { patternOf } from '#server/features/agora/agora.patterns.ts'
import { isNearDuplicate } from '#server/features/agora/agora.rules.ts'
import { removedLength } from '#server/features/notes/history.removed.ts'
import { searchFieldsOf, wordsOf } from '#server/features/notes/searchFields.ts'
import { excerptOf } from '#server/features/notes/searchHighlight.ts'
import { maskedEmail } from '#server/features/suspension/suspension.rules.ts'
import { deviceOf } from '#server/platform/device.ts'

const shelf = createFileShelf(
  [{ id: '글', path: ['폴더', '글.md'], title: '글' }],
  [{ key: '00000000-0000-8000-8000-000000000000', path: ['폴더', '가.png'] }],
)

const [notePath, picturePath] = [
  ['주제', '글.md'],
  ['그림', 'a.webp'],
]
const exported = {
  note: () => notePath,
  picture: () => picturePath,
  tree: createFileTree([
    { path: notePath, noteNo: 1 },
    { path: picturePath, pictureId: '0'.repeat(32) },
  ]),
}
const head = {
  ...{ noteNo: 1, topicNo: 1, title: '글', topicTitle: '주제', isPinned: false },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', lastUpdate: '2026-01-01T00:00:00.000Z' },
}

/** A file as the notes that it becomes. */
function imported(text: string) {
  const read = readText({ id: '다른 글', path: ['폴더', '다른 글.md'], text }, '제목 없음')
  return read && notesOf(read, shelf, () => undefined)
}

const commands = [
  clearHead,
  continueLine,
  indent,
  outdent,
  toggleQuote,
  (written: Written) => toggleItems(written, 'task'),
  (written: Written) => toggleHeading(written, 2),
  (written: Written) => moveLines(written, 1),
]

/** As many as a small room has, some of whose names begin like others. */
const mentionable = ['가나다라마', '가나다라마바', 'aaaaa', '@@@@@'].map((userName, userNo) => ({
  userNo,
  userName,
}))

/** What reads people's text. */
export interface Reader {
  /** The longest that reaches it, in UTF-16 units. */
  max: number
  read(text: string): unknown
  /** How many times as much as plain text the worst text of the same length may cost. */
  worth: number
}

/**
 * One pass, where composing marks costs ten times as much as letters; drawing makes an element of each sign at the worst, where plain
 * text has words.
 */
const ONE_PASS = 30
const AN_ELEMENT_A_SIGN = 60
/** Each few signs may name a picture, which is looked for in eight places. */
const A_PICTURE_A_WORD = 240

/** Some fields take three units for each that they keep. */
const SENT = 3
/** What node reads of a request's headers, in bytes. */
const HEADERS_MAX = 16 * 1024
const ends = ({ length }: string) => [0, Math.floor(length / 2), length]
const versionOf = (text: string) => ({
  version: 1,
  title: '',
  text: encodeText(text),
  length: 0,
  lastUpdate: '',
})
const same = (text: string): Piece => ({ kind: 'same', text })
/** A task that stands nowhere. */
const ELSEWHERE = { line: 1, task: '- [ ] 글', isDone: true }

type Table = Record<string, Omit<Reader, 'worth'> & { worth?: number }>

/** Whoever writes a function that reads what people write enters it here. */
const reading: Table = {
  'a text that is dropped as a file': {
    max: limits.NOTE_BODY_MAX,
    worth: AN_ELEMENT_A_SIGN,
    read: text => noteOfFile('글.md', text),
  },
  'a text with a picture that is going up': {
    max: limits.NOTE_BODY_MAX,
    worth: ONE_PASS,
    read(text) {
      const written = { text, start: text.length, end: text.length }
      const key = '01234567-89ab-4cde-8f01-23456789abcd'
      return [insertPictures(written, [key], '설명'), removePicture(written, key), without(text, key)]
    },
  },
  'the uploads in a note': { max: limits.NOTE_BODY_MAX, read: uploadKeysIn, worth: ONE_PASS },
  'the pictures in a note': { max: limits.NOTE_BODY_MAX, read: pictureIdsIn, worth: ONE_PASS },
  'an e-mail, masked': { max: limits.EMAIL_MAX, read: maskedEmail },
  'the address of a picture': { max: limits.NOTE_BODY_MAX, read: readPictureAddress, worth: ONE_PASS },
  'what stands above a note of another program': {
    max: limits.NOTE_BODY_MAX,
    // The parser makes a token, and perhaps an error, of each sign.
    worth: AN_ELEMENT_A_SIGN,
    read: text => readFrontMatter(`---\ntitle: 글\n${text}\n---\n`),
  },
  'a note as plain text': { max: limits.NOTE_BODY_MAX, read: plainText },
  'an opinion among those that are found by its own beginning': {
    max: limits.SUGGESTION_MAX,
    read: text => patternOf(`${text.slice(0, limits.SEARCH_QUERY_MAX - 1)}글`).test(text),
  },
  'a note as it is looked through': {
    max: limits.NOTE_BODY_MAX,
    read: text => searchFieldsOf({ title: text.slice(0, limits.NOTE_TITLE_MAX), text }),
  },
  'a note with the places of what is searched': {
    max: limits.NOTE_BODY_MAX,
    read: searchTextWithPlaces,
  },
  'the links of a note': {
    max: limits.NOTE_BODY_MAX,
    worth: ONE_PASS,
    read: text => [linksIn(text), linksIn(text, { foreign: true })],
  },
  'a note as a file of an export': {
    max: limits.NOTE_BODY_MAX,
    worth: A_PICTURE_A_WORD,
    read: text => writeNoteFile(head, text, ['주제'], exported),
  },
  'a note beside the one that replaces it': {
    max: limits.NOTE_BODY_MAX,
    worth: ONE_PASS,
    read: text => ends(text).map(at => removedLength(text, `${text.slice(at)}글${text.slice(0, at)}`)),
  },
  'what did not change beside what did': {
    max: limits.NOTE_BODY_MAX,
    read: text => shortened([same(text), { kind: 'second', text }, same(text)]),
  },
  'a note whose tasks are ticked': {
    max: limits.NOTE_BODY_MAX,
    // Each sign may be a line.
    worth: AN_ELEMENT_A_SIGN,
    read: text => afterTicks(text, [tickOf(text, { line: 0, isDone: false }, true), ELSEWHERE]),
  },
  'a note in the editor': {
    max: limits.NOTE_BODY_MAX,
    read: text => [encodeNoteText(text), textLength(text), asCopy({ title: text, text })],
  },
  'the keys of the editor': {
    max: limits.NOTE_BODY_MAX,
    // Each sign may be a line.
    worth: AN_ELEMENT_A_SIGN,
    read: text =>
      ends(text).flatMap(start =>
        ends(text).map(end => {
          const written = { text, start: Math.min(start, end), end: Math.max(start, end) }
          const marks = [toggleMark(written, '**'), toggleMark(written, '*'), makeLink(written)]
          return [...marks, ...commands.map(command => command(written))]
        }),
      ),
  },
  'the field of a note': {
    max: limits.NOTE_BODY_MAX * SENT,
    read: text => encodedNoteText.safeParse(encodeURIComponent(text.toWellFormed())),
  },
  'the field of a title': { max: limits.NOTE_TITLE_MAX * SENT, read: text => noteTitleField.safeParse(text) },
  'the field of a comment': { max: limits.COMMENT_MAX * SENT, read: text => commentField.safeParse(text) },
  'the field of a notice': {
    max: limits.NOTICE_CONTENT_MAX * SENT,
    read: text => noticeContentField.safeParse(text),
  },
  'the field of an opinion': {
    max: limits.SUGGESTION_MAX * SENT,
    read: text => suggestionField.safeParse(text),
  },
  'the field of an answer': { max: limits.ANSWER_MAX * SENT, read: text => answerField.safeParse(text) },
  'the field of a search in notes': {
    max: limits.SEARCH_QUERY_MAX * SENT,
    read: text => searchQueryField.safeParse(text),
  },
  'the fields of an account': {
    max: limits.EMAIL_MAX,
    read: text => [emailField, usernameField, mobileField].map(field => field.safeParse(text)),
  },
  'the field of a search for friends': {
    max: limits.EMAIL_MAX,
    read: text => searchFriends.request.safeParse({ candidatesJSON: JSON.stringify([text]) }),
  },
  'what is typed into a search for friends': {
    max: limits.SEARCH_CANDIDATES_MAX * limits.EMAIL_MAX,
    read: text => [searchIntent(text), emailKeyOf(text)],
  },
  // Files may be longer, of which `import.splitText.test.ts` reads some: so many texts of a megabyte would take minutes.
  'a file that is imported': {
    max: 5 * limits.NOTE_BODY_MAX,
    worth: A_PICTURE_A_WORD,
    read: imported,
  },
  'what is typed as an address': { max: limits.EMAIL_MAX, read: emailSuggestions },
  'a comment drawn': { max: limits.COMMENT_MAX, read: text => piecesOf(text) },
  'whom a comment mentions': {
    max: limits.COMMENT_MAX,
    // Each sign may begin a name; a text without any '@' is not read at all.
    worth: AN_ELEMENT_A_SIGN,
    read: text => mentionsIn(`@${text}`, mentionable),
  },
  'an opinion beside an earlier one': {
    max: limits.SUGGESTION_MAX,
    read: text => isNearDuplicate(text, [...text].reverse().join('')),
  },
  'a title as the name of a file': { max: limits.NOTE_TITLE_MAX, read: text => safeName(text, '노트') },
  'a name before a particle': { max: limits.USERNAME_MAX, read: text => withParticle(text, '이/가') },
  'a name beside others': {
    max: limits.USERNAME_MAX * SENT,
    read: text => [nameKeyOf(text), isReservedName(text)],
  },
  'a password': {
    max: limits.PASSWORD_MAX,
    read: text => passwordError(text, { email: `${text}@example.com`, username: text }),
  },
  'what a browser calls itself': { max: HEADERS_MAX, read: deviceOf },
}

/** Or here, when it takes long itself: these are tested beside the others, in another process. */
const drawingAndComparing: Table = {
  'a note drawn': {
    max: limits.NOTE_BODY_MAX,
    worth: AN_ELEMENT_A_SIGN,
    read: text => drawMarkdown(text),
  },
  'a note drawn again at each key': {
    max: limits.NOTE_BODY_MAX,
    worth: AN_ELEMENT_A_SIGN,
    read: text => drawMarkdown(text, drawMarkdown(`${text.slice(0, -1)}글`)),
  },
  'a note among those that are found as one types': {
    max: limits.NOTE_BODY_MAX,
    read(text) {
      const query = text.slice(0, limits.SEARCH_QUERY_MAX - 1)
      return [query, `${query}ㄱ`, '회의 록', 'ㅎ회'].map(asked => excerptOf(text, wordsOf(asked)))
    },
  },
  'what changed from one version to the next': {
    max: limits.NOTE_BODY_MAX,
    read: text =>
      changeBetween(versionOf([...text].reverse().join('').toWellFormed()), versionOf(text.toWellFormed())),
  },
}

const readersIn = (table: Table): [name: string, Reader][] =>
  Object.entries(table).map(([name, reader]) => [name, { worth: ONE_PASS, ...reader }])

export const readers = readersIn(reading)
export const longReaders = readersIn(drawingAndComparing)
