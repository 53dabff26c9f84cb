import { useSetAtom } from 'jotai'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { caretAfterSelection } from '#client/features/notes/attachments/picture.text.ts'
import type { Command } from '#client/features/notes/editor/commands/note.edit.ts'
import { readTextarea } from '#client/features/notes/editor/text/textareaEdits.ts'
import type { Editor } from '#client/features/notes/sync/editor.ts'
import { decodeFile } from '#client/platform/browser/files.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { longTextAtom } from './longText.state.ts'
import { insertParagraphs, isPictureFile, isTextFile, isTooLong, TEXT_FILE_BYTES_MAX } from './paste.ts'

interface FileDropOptions {
  editor: Editor
  area: RefObject<HTMLTextAreaElement | null>
  run: (command: Command) => boolean
  insertPictures: (files: readonly File[]) => Promise<void>
}

/**
 * Inserts files dropped anywhere on the page into the text. Without this the browser would navigate to the file. Returns whether files
 * are being dragged over the page.
 */
export function useFileDrop({ editor, area, run, insertPictures }: FileDropOptions): boolean {
  const [isDraggingOver, setDraggingOver] = useState(false)
  const showToast = useSetAtom(showToastAtom)
  const setLongText = useSetAtom(longTextAtom)

  /** Returns the text instead of inserting it if it is too long for the note. */
  async function insertTextFile(file: File): Promise<string | undefined> {
    if (file.size > TEXT_FILE_BYTES_MAX) {
      showToast({ text: t('notePictures.textTooLarge', { name: file.name }) })
      return
    }
    const fileText = decodeFile(new Uint8Array(await file.arrayBuffer()))
    if (fileText === null) {
      showToast({ text: t('notePictures.notTaken', { name: file.name }) })
      return
    }
    const { content } = editor.state()
    const isEmptyNote = content.title.trim() === '' && content.text.trim() === ''
    // Loads the front matter parser with the first file.
    const module = await import('./front.matter.ts').catch(() => null)
    if (module === null) {
      showToast({ text: t('notePictures.notTaken', { name: file.name }) })
      return
    }
    const { title, text } = module.noteOfFile(file.name, fileText)
    const whole = fileText.replace(/\r\n?/g, '\n')
    const insert = isEmptyNote ? text : whole
    if (area.current === null) return
    if (isTooLong(caretAfterSelection(readTextarea(area.current)), insert)) return whole
    area.current.focus()
    run(written => insertParagraphs(caretAfterSelection(written), insert))
    if (isEmptyNote) editor.setTitle(title)
  }

  async function insertFiles(files: readonly File[]) {
    const pictures = files.filter(isPictureFile)
    const texts = files.filter(file => !isPictureFile(file) && isTextFile(file))
    for (const file of files)
      if (!pictures.includes(file) && !texts.includes(file))
        showToast({ text: t('notePictures.notTaken', { name: file.name }) })
    const longTexts: string[] = []
    for (const file of texts) {
      const text = await insertTextFile(file)
      if (text !== undefined) longTexts.push(text)
    }
    if (longTexts.length > 0 && area.current) {
      const { start, end } = caretAfterSelection(readTextarea(area.current))
      setLongText({ text: longTexts.join('\n\n'), start, end, isDivided: false })
    }
    if (pictures.length > 0) await insertPictures(pictures)
  }

  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setDraggingOver(event.type === 'dragover')
    if (event.type !== 'drop') return
    placeCaret(area.current, event)
    void insertFiles([...event.dataTransfer.files])
  })
  useEffect(() => {
    const aborter = new AbortController()
    for (const name of ['dragover', 'dragleave', 'drop'] as const)
      document.addEventListener(name, event => onDrag(event), aborter)
    return () => aborter.abort()
  }, [])

  return isDraggingOver
}

/** Moves the caret to the drop position, in browsers that report it. */
function placeCaret(area: HTMLTextAreaElement | null, { clientX, clientY }: DragEvent): void {
  const caret = document.caretPositionFromPoint?.(clientX, clientY)
  if (area && caret?.offsetNode === area) area.setSelectionRange(caret.offset, caret.offset)
}
