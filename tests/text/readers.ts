import { emailSuggestions } from '#client/features/accounts/emailDomains.ts'
import { splitIntoSegments } from '#client/features/comments/comments.links.ts'
import { searchIntent } from '#client/features/hubs/hubs.search.ts'
import { createFileIndex } from '#client/features/imports/import.links.ts'
import { createNotes, parseText } from '#client/features/imports/import.notes.ts'
import { noteOfFile, readFrontMatter } from '#client/features/notes/attachments/front.matter.ts'
import {
  insertPictures,
  removePicture,
  removePictures,
} from '#client/features/notes/attachments/picture.text.ts'
import type { TextState } from '#client/features/notes/editor/commands/note.edit.ts'
import {
  clearLinePrefix,
  continueLine,
  indent,
  moveLines,
  outdent,
  toggleItems,
  toggleQuote,
} from '#client/features/notes/editor/commands/note.lists.ts'
import { makeLink, toggleHeading, toggleMark } from '#client/features/notes/editor/commands/note.marks.ts'
import {
  collapseUnchanged,
  type DiffChunk,
  summarizeChange,
} from '#client/features/notes/history/note.diff.ts'
import { applyToggles, createToggle } from '#client/features/notes/reader/taskToggler.ts'
import { encodeNoteText } from '#client/features/notes/sync/note.content.ts'
import { renderMarkdown } from '#client/markdown/markdown.rendering.ts'
import { emailField, mobileField, usernameField } from '#protocol/accounts.ts'
import { answerField, suggestionField } from '#protocol/agora.ts'
import { commentField, mentionsIn } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { excerptOf as firstProseOf } from '#protocol/excerpt.ts'
import { createFileTree, safeName } from '#protocol/fileTree.ts'
import { searchFriends } from '#protocol/hubs.ts'
import * as limits from '#protocol/limits.ts'
import { textLength } from '#protocol/normalization.ts'
import { writeNoteFile } from '#protocol/noteFile.ts'
import { linksIn } from '#protocol/noteLinks.ts'
import { encodedNoteText, noteTitleField } from '#protocol/notes.ts'
import { noteText } from '#protocol/noteText.ts'
import { noticeContentField } from '#protocol/notices.ts'
import { anchorPassages, passageAt } from '#protocol/passageAnchor.ts'
import { passwordError } from '#protocol/password.rules.ts'
import { pictureIdsIn, readPictureAddress, uploadKeysIn } from '#protocol/pictureAddress.ts'
import { plainText } from '#protocol/plainText.ts'
import { isSavedAs } from '#protocol/savedForm.ts'
import { searchQueryField } from '#protocol/search.ts'
import { searchTextWithPlaces } from '#protocol/searchText.ts'
import { withParticle } from '#protocol/text/index.ts'
import { emailKeyOf } from '#server/features/accounts/accounts.repository.ts'
import { isReservedName, nameKeyOf } from '#server/features/accounts/names.rules.ts'
import { maskedEmail } from '#server/features/administration/administration.routes.ts'
import { patternOf } from '#server/features/agora/agora.patterns.ts'
import { isNearDuplicate } from '#server/features/agora/agora.service.ts'
import { removedLength } from '#server/features/notes/history.rules.ts'
import { searchFieldsOf, wordsOf } from '#server/features/notes/searchFields.ts'
import { excerptOf } from '#server/features/notes/searchHighlight.ts'
import { deviceOf } from '#server/platform/request.ts'

const fileIndex = createFileIndex(
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

/** The notes that an imported file becomes. */
function importFile(text: string) {
  const read = parseText({ id: '다른 글', path: ['폴더', '다른 글.md'], text }, '제목 없음')
  return read && createNotes(read, fileIndex, () => undefined)
}

const commands = [
  clearLinePrefix,
  continueLine,
  indent,
  outdent,
  toggleQuote,
  (editorText: TextState) => toggleItems(editorText, 'task'),
  (editorText: TextState) => toggleHeading(editorText, 2),
  (editorText: TextState) => moveLines(editorText, 1),
]

/** As many members as a small hub has, some of whose names begin like others. */
const mentionable = ['가나다라마', '가나다라마바', 'aaaaa', '@@@@@'].map((userName, userNo) => ({
  userNo,
  userName,
}))

/** Some passages of a note, from short to long. */
function passagesOf(text: string) {
  const starts = [0, 1_000, 1_900, 2_050, 3_000]
  return starts.flatMap(start => [8, 80, 300].flatMap(length => passageAt(text, start, start + length) ?? []))
}

/** A function that reads user text. */
export interface Reader {
  /** The length of the longest text that reaches it, in UTF-16 units. */
  max: number
  read(text: string): unknown
  /** How many times as much as plain text the worst text of the same length may cost. */
  worth: number
}

/**
 * One pass, in which composing marks costs ten times as much as letters; rendering creates an element for each
 * character at worst, where plain text has words.
 */
const ONE_PASS = 30
const AN_ELEMENT_A_SIGN = 60
/** Every few characters may name a picture, which is searched in eight places. */
const A_PICTURE_A_WORD = 240

/** Some fields accept three units for each that they store. */
const SENT = 3
/** The limit of Node for the headers of a request, in bytes. */
const HEADERS_MAX = 16 * 1024
const edgesOf = ({ length }: string) => [0, Math.floor(length / 2), length]
const versionOf = (text: string) => ({
  version: 1,
  title: '',
  text: encodeText(text),
  length: 0,
  lastUpdate: '',
})
const unchangedChunk = (text: string): DiffChunk => ({ kind: 'same', text })
/** A task that is nowhere in the text. */
const ELSEWHERE = { line: 1, task: '- [ ] 글', isDone: true }

/** By default a text is as long as a note, and costs as much as one pass. */
type Table = Record<string, Pick<Reader, 'read'> & Partial<Reader>>

/** Every function that reads user text has an entry here. */
const reading: Table = {
  'a text that is dropped as a file': { worth: AN_ELEMENT_A_SIGN, read: text => noteOfFile('글.md', text) },
  'a text with a picture that is being uploaded': {
    read(text) {
      const editorText = { text, start: text.length, end: text.length }
      const key = '01234567-89ab-4cde-8f01-23456789abcd'
      return [
        insertPictures(editorText, [key], '설명'),
        removePicture(editorText, key),
        removePictures(text, key),
      ]
    },
  },
  'the uploads in a note': { read: uploadKeysIn },
  'the pictures in a note': { read: pictureIdsIn },
  'an e-mail, masked': { max: limits.EMAIL_MAX, read: maskedEmail },
  'the address of a picture': { read: readPictureAddress },
  'the front matter of another program’s note': {
    // The parser creates a token, and perhaps an error, for each character.
    worth: AN_ELEMENT_A_SIGN,
    read: text => readFrontMatter(`---\ntitle: 글\n${text}\n---\n`),
  },
  'a note as plain text': { read: plainText },
  'the excerpt of a note': { read: firstProseOf },
  'a suggestion among the results for its own beginning': {
    max: limits.SUGGESTION_MAX,
    read: text => patternOf(`${text.slice(0, limits.SEARCH_QUERY_MAX - 1)}글`).test(text),
  },
  'the search text of a note': {
    read: text => searchFieldsOf({ title: text.slice(0, limits.NOTE_TITLE_MAX), text }),
  },
  'a note with highlighted matches': { read: searchTextWithPlaces },
  'the links of a note': { read: text => [linksIn(text), linksIn(text, { foreign: true })] },
  'a note as a file of an export': {
    worth: A_PICTURE_A_WORD,
    read: text => writeNoteFile(head, text, ['주제'], exported),
  },
  'the diff of a note and its replacement': {
    read: text => edgesOf(text).map(at => removedLength(text, `${text.slice(at)}글${text.slice(0, at)}`)),
  },
  'the unchanged lines of a diff': {
    read: text => collapseUnchanged([unchangedChunk(text), { kind: 'second', text }, unchangedChunk(text)]),
  },
  'a note whose tasks are toggled': {
    // Each character may be a line.
    worth: AN_ELEMENT_A_SIGN,
    read: text => applyToggles(text, [createToggle(text, { line: 0, isDone: false }, true), ELSEWHERE]),
  },
  'a note in the editor': {
    read: text => [
      encodeNoteText(text),
      textLength(text),
      isSavedAs({ title: text, text }, { title: '', text: '' }),
    ],
  },
  'the shortcuts of the editor': {
    // Each character may be a line.
    worth: AN_ELEMENT_A_SIGN,
    read: text =>
      edgesOf(text).flatMap((start, place) =>
        edgesOf(text)
          .slice(place)
          .map(end => {
            const editorText = { text, start, end }
            const marks = [toggleMark(editorText, '**'), toggleMark(editorText, '*'), makeLink(editorText)]
            return [...marks, ...commands.map(command => command(editorText))]
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
  'the field of a suggestion': {
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
  'the text of a search for friends': {
    max: limits.SEARCH_CANDIDATES_MAX * limits.EMAIL_MAX,
    read: text => [searchIntent(text), emailKeyOf(text)],
  },
  // Files may be longer; `import.plan.test.ts` reads one. This many texts of a megabyte would take minutes.
  'a file that is imported': { max: 2 * limits.NOTE_BODY_MAX, worth: A_PICTURE_A_WORD, read: importFile },
  'the text of an address field': { max: limits.EMAIL_MAX, read: emailSuggestions },
  'a rendered comment': { max: limits.COMMENT_MAX, read: text => splitIntoSegments(text) },
  'the mentions of a comment': {
    max: limits.COMMENT_MAX,
    // Each character may begin a name; a text without any '@' is not read at all.
    worth: AN_ELEMENT_A_SIGN,
    read: text => mentionsIn(`@${text}`, mentionable),
  },
  'a suggestion compared with an earlier one': {
    max: limits.SUGGESTION_MAX,
    read: text => isNearDuplicate(text, [...text].reverse().join('')),
  },
  'a title as a file name': { max: limits.NOTE_TITLE_MAX, read: text => safeName(text, '노트') },
  'a name before a particle': { max: limits.USERNAME_MAX, read: text => withParticle(text, '이/가') },
  'a name compared with others': {
    max: limits.USERNAME_MAX * SENT,
    read: text => [nameKeyOf(text), isReservedName(text)],
  },
  'a password': {
    max: limits.PASSWORD_MAX,
    read: text => passwordError(text, { email: `${text}@example.com`, username: text }),
  },
  'a user agent': { max: HEADERS_MAX, read: deviceOf },
}

/** Slow readers are here: they are tested in another process beside the others. */
const drawingAndComparing: Table = {
  'the passages of a changed note': {
    worth: AN_ELEMENT_A_SIGN,
    read: text => anchorPassages(`글 ${text.slice(0, 2_000)}${text.slice(2_100)}`, passagesOf(text)),
  },
  'the text of a rendered note': { worth: AN_ELEMENT_A_SIGN, read: noteText },
  'a rendered note': { worth: AN_ELEMENT_A_SIGN, read: text => renderMarkdown(text) },
  'a note rendered again for each key': {
    worth: AN_ELEMENT_A_SIGN,
    read: text => renderMarkdown(text, renderMarkdown(`${text.slice(0, -1)}글`)),
  },
  'a note in the results of search as you type': {
    read(text) {
      const query = text.slice(0, limits.SEARCH_QUERY_MAX - 1)
      return [query, `${query}ㄱ`, '회의 록', 'ㅎ회'].map(asked => excerptOf(text, wordsOf(asked)))
    },
  },
  'the diff of two versions': {
    read: text =>
      summarizeChange(versionOf([...text].reverse().join('').toWellFormed()), versionOf(text.toWellFormed())),
  },
}

const readersIn = (table: Table): [name: string, Reader][] =>
  Object.entries(table).map(([name, reader]) => [
    name,
    { max: limits.NOTE_BODY_MAX, worth: ONE_PASS, ...reader },
  ])

export const readers = readersIn(reading)
export const longReaders = readersIn(drawingAndComparing)
