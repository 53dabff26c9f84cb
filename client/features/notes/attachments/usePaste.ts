import { useSetAtom } from 'jotai'
import { type ClipboardEvent, type RefObject, useEffect, useEffectEvent } from 'react'
import {
  type Command,
  type Edit,
  isInCode,
  type TextState,
} from '#client/features/notes/editor/commands/note.edit.ts'
import {
  escapeCell,
  fillCells,
  insertRows,
  readCells,
} from '#client/features/notes/editor/commands/note.tables.ts'
import { readTextarea } from '#client/features/notes/editor/text/textareaEdits.ts'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { FIELD_TEXT_MAX, longInputOf } from '#client/platform/browser/longInput.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { longTextAtom } from './longText.state.ts'
import { readTable } from './paste.tables.ts'
import { insertMarkdown, isPictureFile, isTooLong, linkSelection, readFormatted } from './paste.ts'

/** Loads the HTML converter with the first paste of HTML. */
const toMarkdownModule = lazyModule(() => import('./html.markdown.ts').then(part => part.toMarkdown))

interface PasteOptions {
  area: RefObject<HTMLTextAreaElement | null>
  /** Runs a command on the text area. */
  run: (command: Command) => boolean
  insertPictures: (files: readonly File[]) => Promise<void>
}

/** A clipboard type that VS Code sets. */
const CODE_EDITOR_TYPE = 'vscode-editor-data'

/** Uploads pasted pictures, converts HTML to Markdown and links the selection to a pasted URL. The browser handles other content. */
export function usePaste({ area, run, insertPictures }: PasteOptions) {
  const setLongText = useSetAtom(longTextAtom)
  const showToast = useSetAtom(showToastAtom)

  function openLongTextDialog(text: string, { start, end }: TextState) {
    setLongText({ text, start, end, isDivided: false })
  }

  function insertOrAsk(written: TextState, insert: string): Edit | null {
    if (!isTooLong(written, insert)) return insertMarkdown(written, insert)
    openLongTextDialog(insert, written)
    return null
  }

  // Covers paste, drop, dictation and extensions. IME composition cannot be cancelled.
  const interceptLongInput = useEffectEvent((event: InputEvent) => {
    const text = longInputOf(event)
    if (text === null) return
    event.preventDefault()
    if (area.current) openLongTextDialog(text, readTextarea(area.current))
  })
  useEffect(() => {
    const field = area.current
    const aborter = new AbortController()
    field?.addEventListener('beforeinput', event => interceptLongInput(event), aborter)
    return () => aborter.abort()
  }, [area])

  async function pasteFormatted(body: HTMLElement, plain: string) {
    const markdown = await toMarkdownModule
      .load()
      .then(toMarkdown => toMarkdown(body))
      .catch(() => '')
    const cells = readCells(markdown)
    run(written => (cells && fillTable(written, cells)) ?? insertOrAsk(written, markdown || plain))
  }

  /** Null outside of tables, and if the text becomes too long. */
  function fillTable(written: TextState, cells: string[][]): Edit | null {
    const edit = fillCells(written, cells)
    if (edit === null) return null
    return isTooLong({ ...written, start: edit.from, end: edit.to }, edit.insert) ? null : edit
  }

  function pasteTable(rows: string[][]) {
    run(written => {
      const edit = insertRows(written, rows)
      if (!isTooLong(written, edit.insert)) return edit
      openLongTextDialog(edit.insert.trim(), written)
      return null
    })
  }

  /** The text is pasted as it is, and the user may turn it into a table. */
  function offerTable(rows: string[][], plain: string, start: number) {
    const pasted = plain.replaceAll('\r\n', '\n')
    const end = start + pasted.length
    const makeTable = (written: TextState) => {
      const isUnchanged = written.text.slice(start, end) === pasted
      return isUnchanged ? insertRows({ text: written.text, start, end }, rows) : null
    }
    const action = {
      label: t('tables.csvMake'),
      run() {
        area.current?.focus()
        run(makeTable)
      },
    }
    showToast({ text: t('tables.csvAsk'), action })
  }

  return function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { clipboardData, currentTarget: field } = event
    const { value: text, selectionStart: start } = field
    const plain = clipboardData.getData('text/plain')
    const isPlainText = clipboardData.types.includes(CODE_EDITOR_TYPE) || isInCode(text, start)
    const html = isPlainText ? '' : clipboardData.getData('text/html')
    const formatted = html === '' ? null : readFormatted(html)
    const pictures = [...clipboardData.files].filter(isPictureFile)
    const table = isPlainText || plain.length > FIELD_TEXT_MAX ? null : readTable(plain)
    // Office programs add a picture of copied text, and browsers add HTML to a copied picture.
    const hasText = formatted !== null && formatted.textContent.trim() !== ''
    // A copied file has its name as plain text.
    const isPicture = plain.trim() === '' || pictures.some(({ name }) => plain.includes(name))
    if (pictures.length > 0 && isPicture && !hasText) {
      event.preventDefault()
      void insertPictures(pictures)
    } else if (run(written => linkSelection(written, plain))) {
      event.preventDefault()
    } else if (
      table?.isSure &&
      run(written =>
        fillTable(
          written,
          table.rows.map(row => row.map(escapeCell)),
        ),
      )
    ) {
      event.preventDefault()
    } else if (hasText) {
      event.preventDefault()
      void pasteFormatted(formatted, plain)
    } else if (table?.isSure) {
      event.preventDefault()
      pasteTable(table.rows)
    } else if (isTooLong(readTextarea(field), plain)) {
      event.preventDefault()
      openLongTextDialog(plain, readTextarea(field))
    } else if (table) offerTable(table.rows, plain, start)
  }
}
