import { useSetAtom } from 'jotai'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Command } from '#client/features/notes/editor/commands/note.edit.ts'
import type { Editor } from '#client/features/notes/editor/saving/note.saving.ts'
import { writtenIn } from '#client/features/notes/editor/text/area.changes.ts'
import { behindSelected } from '#client/features/notes/pictures/picture.text.ts'
import { decodeFile } from '#client/platform/browser/decodeFile.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { isPictureFile, isTextFile, TEXT_FILE_BYTES_MAX } from './dropped.files.ts'
import { longTextAtom } from './long.text.ts'
import { insertParagraphs, isFarTooLong } from './paste.rules.ts'

interface DroppingParts {
  editor: Editor
  area: RefObject<HTMLTextAreaElement | null>
  run: (command: Command) => boolean
  insertPictures: (files: readonly File[]) => Promise<void>
}

/**
 * Files that are dropped on the page go into the text; elsewhere the browser would leave the page for them. Answers whether some are
 * above it.
 */
export function useDropping({ editor, area, run, insertPictures }: DroppingParts): boolean {
  const [isAbove, setAbove] = useState(false)
  const showToast = useSetAtom(showToastAtom)
  const setLongText = useSetAtom(longTextAtom)

  /** Returns the text if it is far too long for the note. */
  async function takeText(file: File): Promise<string | undefined> {
    if (file.size > TEXT_FILE_BYTES_MAX) {
      showToast({ text: t('notePictures.textTooLarge', { name: file.name }) })
      return
    }
    const content = decodeFile(new Uint8Array(await file.arrayBuffer()))
    if (content === null) {
      showToast({ text: t('notePictures.notTaken', { name: file.name }) })
      return
    }
    const { writing } = editor.state()
    const becomesTheNote = writing.title.trim() === '' && writing.text.trim() === ''
    // What reads front matter comes with the first file.
    const reading = await import('./dropped.note.ts').catch(() => null)
    if (reading === null) {
      showToast({ text: t('notePictures.notTaken', { name: file.name }) })
      return
    }
    const { title, text } = reading.noteOfFile(file.name, content)
    const whole = content.replace(/\r\n?/g, '\n')
    const insert = becomesTheNote ? text : whole
    if (area.current === null) return
    if (isFarTooLong(behindSelected(writtenIn(area.current)), insert)) return whole
    area.current.focus()
    run(written => insertParagraphs(behindSelected(written), insert))
    if (becomesTheNote) editor.dispatch({ type: 'typed', change: { title } })
  }

  async function take(files: readonly File[]) {
    const pictures = files.filter(isPictureFile)
    const texts = files.filter(file => !isPictureFile(file) && isTextFile(file))
    for (const file of files)
      if (!pictures.includes(file) && !texts.includes(file))
        showToast({ text: t('notePictures.notTaken', { name: file.name }) })
    const long: string[] = []
    for (const file of texts) {
      const text = await takeText(file)
      if (text !== undefined) long.push(text)
    }
    if (long.length > 0 && area.current) {
      const { start, end } = behindSelected(writtenIn(area.current))
      setLongText({ text: long.join('\n\n'), start, end, isDivided: false })
    }
    if (pictures.length > 0) await insertPictures(pictures)
  }

  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setAbove(event.type === 'dragover')
    if (event.type !== 'drop') return
    placeCaret(area.current, event)
    void take([...event.dataTransfer.files])
  })
  useEffect(() => {
    const listening = new AbortController()
    for (const name of ['dragover', 'dragleave', 'drop'] as const)
      document.addEventListener(name, event => onDrag(event), listening)
    return () => listening.abort()
  }, [])

  return isAbove
}

/** Where something is dropped into the text, as far as the browser tells. */
function placeCaret(area: HTMLTextAreaElement | null, { clientX, clientY }: DragEvent): void {
  const place = document.caretPositionFromPoint?.(clientX, clientY)
  if (area && place?.offsetNode === area) area.setSelectionRange(place.offset, place.offset)
}
