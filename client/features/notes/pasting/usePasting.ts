import { useSetAtom } from 'jotai'
import { type ClipboardEvent, type RefObject, useEffect, useEffectEvent } from 'react'
import {
  type Command,
  type Edit,
  isInCode,
  type Written,
} from '#client/features/notes/editor/commands/note.edit.ts'
import { writtenIn } from '#client/features/notes/editor/text/area.changes.ts'
import { longInputOf } from '#client/platform/browser/longInput.ts'
import { isPictureFile } from './dropped.files.ts'
import { asMarkdownPart } from './html.part.ts'
import { longTextAtom } from './long.text.ts'
import { readFormatted } from './paste.html.ts'
import { insertText, isFarTooLong, linkOver } from './paste.rules.ts'

interface PastingParts {
  area: RefObject<HTMLTextAreaElement | null>
  /** Carries a command out in the text area. */
  run: (command: Command) => boolean
  insertPictures: (files: readonly File[]) => Promise<void>
}

/** What editors of code say of themselves. */
const CODE_TYPE = 'vscode-editor-data'

/** Pasted pictures go up, formatted text becomes markdown, an address over words their link; all else is the browser's. */
export function usePasting({ area, run, insertPictures }: PastingParts) {
  const setLongText = useSetAtom(longTextAtom)

  function askAbout(text: string, { start, end }: Written) {
    setLongText({ text, start, end, isDivided: false })
  }

  function insertShort(written: Written, insert: string): Edit | null {
    if (!isFarTooLong(written, insert)) return insertText(written, insert)
    askAbout(insert, written)
    return null
  }

  // Whichever way a text comes in: by a paste, a drop of words, dictation or an extension. What is composed cannot be held back.
  const holdBack = useEffectEvent((event: InputEvent) => {
    const text = longInputOf(event)
    if (text === null) return
    event.preventDefault()
    if (area.current) askAbout(text, writtenIn(area.current))
  })
  useEffect(() => {
    const field = area.current
    const listening = new AbortController()
    field?.addEventListener('beforeinput', event => holdBack(event), listening)
    return () => listening.abort()
  }, [area])

  async function pasteFormatted(body: HTMLElement, plain: string) {
    const markdown = await asMarkdownPart
      .load()
      .then(asMarkdown => asMarkdown(body))
      .catch(() => '')
    run(written => insertShort(written, markdown || plain))
  }

  return function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { clipboardData, currentTarget: field } = event
    const { value: text, selectionStart: start } = field
    const plain = clipboardData.getData('text/plain')
    const isPlain = clipboardData.types.includes(CODE_TYPE) || isInCode(text, start)
    const html = isPlain ? '' : clipboardData.getData('text/html')
    const formatted = html === '' ? null : readFormatted(html)
    const pictures = [...clipboardData.files].filter(isPictureFile)
    // Office programs put a picture of the words beside them; browsers a piece of a page beside a picture.
    const hasWords = formatted !== null && formatted.textContent.trim() !== ''
    // A file that is copied brings its name along.
    const isPicture = plain.trim() === '' || pictures.some(({ name }) => plain.includes(name))
    if (pictures.length > 0 && isPicture && !hasWords) {
      event.preventDefault()
      void insertPictures(pictures)
    } else if (run(written => linkOver(written, plain))) {
      event.preventDefault()
    } else if (hasWords) {
      event.preventDefault()
      void pasteFormatted(formatted, plain)
    } else if (isFarTooLong(writtenIn(field), plain)) {
      event.preventDefault()
      askAbout(plain, writtenIn(field))
    }
  }
}
