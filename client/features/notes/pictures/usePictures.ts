import { useSetAtom } from 'jotai'
import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { Command } from '#client/features/notes/editor/commands/note.edit.ts'
import { isDirty } from '#client/features/notes/editor/saving/note.editor.ts'
import type { Editor } from '#client/features/notes/editor/saving/note.saving.ts'
import { changeQuietly } from '#client/features/notes/editor/text/area.changes.ts'
import { showAlso, showFile, showNoFiles } from '#client/markdown/picture.files.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { readPictureAddress, uploadAddress, uploadKeysIn } from '#protocol/pictureAddress.ts'
import { validationErrorOf } from './picture.compression.ts'
import { insertPictures, removePicture, replaceAddress } from './picture.text.ts'
import type { Uploads } from './picture.uploads.ts'
import { useRetries } from './useRetries.ts'

interface PicturesParts {
  editor: Editor
  uploads: Uploads
  area: RefObject<HTMLTextAreaElement | null>
  /** Carries a command out in the text area. */
  run: (command: Command) => boolean
}

/** What can be done about the pictures of the text that is being written. */
export interface Pictures {
  /** Those that are not up yet. */
  uploads: Uploads
  insert: (files: readonly File[]) => Promise<void>
  cancel: () => void
  retry: () => void
}

/** Ties the pictures that go up to the text area in which they stand. */
export function usePictures({ editor, uploads, area, run }: PicturesParts): Pictures {
  const showToast = useSetAtom(showToastAtom)
  const changeText = useQuietChanges(area, run)
  /** What the text waited for since the editor was opened: an undone change is not made anew. */
  const seen = useRef(new Set<string>())

  const place = useEffectEvent(() => ({
    onFound: showFile,
    onGone(address: string, key: string) {
      seen.current.add(key)
      changeText(written => replaceAddress(written, address, uploadAddress(key)))
    },
    onDone(key: string, address: string) {
      const { pictureId } = readPictureAddress(address) ?? {}
      if (pictureId) showAlso(`/pictures/${pictureId}`, key)
      changeText(written => replaceAddress(written, uploadAddress(key), address))
    },
    onRejected(key: string, why: { name: string; failure: unknown } | null) {
      changeText(written => removePicture(written, key))
      tellLeftOut(why && { name: why.name, reason: failureText(why.failure) })
    },
  }))
  useEffect(() => {
    const detach = uploads.attach(place())
    return () => {
      detach()
      uploads.stop()
      showNoFiles()
    }
  }, [uploads])

  function tellLeftOut(why: { name: string; reason: string } | null) {
    showToast({ text: why ? t('notePictures.leftOut', why) : t('notePictures.notHere') })
  }

  // Whoever has not yet taken up a draft has nothing of it sent.
  const waitsFor = useSyncExternalStore(editor.subscribe, () => {
    const { offered, writing } = editor.state()
    return offered === null ? uploadKeysIn(writing.text).join(' ') : ''
  })
  useEffect(() => {
    const fresh = waitsFor.split(' ').filter(key => key !== '' && !seen.current.has(key))
    for (const key of fresh) seen.current.add(key)
    if (fresh.length > 0) void uploads.follow(fresh.map(key => `](${uploadAddress(key)})`).join(' '))
  }, [uploads, waitsFor])

  const savedVersion = useSyncExternalStore(editor.subscribe, () => {
    const state = editor.state()
    return isDirty(state) ? null : state.version
  })
  useEffect(() => {
    if (savedVersion) void uploads.forget(editor.state().writing.text)
  }, [editor, uploads, savedVersion])

  const retry = () => void uploads.follow(editor.state().writing.text)
  useRetries(uploads, retry)

  return {
    uploads,
    retry,
    async insert(files) {
      const taken: { key: string; file: File }[] = []
      for (const file of files) {
        const validationError = await validationErrorOf(file)
        if (validationError) tellLeftOut({ name: file.name, reason: t(validationError) })
        else taken.push({ key: makeRequestKey(), file })
      }
      if (taken.length === 0) return
      const keys = taken.map(({ key }) => key)
      for (const key of keys) seen.current.add(key)
      area.current?.focus()
      run(written => insertPictures(written, keys, t('notePictures.description')))
      for (const { key, file } of taken) void uploads.add(key, file)
    },
    cancel() {
      for (const key of uploads.cancel()) changeText(written => removePicture(written, key))
    },
  }
}

/** Changes that nobody makes by hand: never into a syllable that is being composed. */
function useQuietChanges(area: RefObject<HTMLTextAreaElement | null>, run: (command: Command) => boolean) {
  const [waiting] = useState<(() => void)[]>([])
  const isComposing = useRef(false)

  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener(
      'compositionstart',
      () => {
        isComposing.current = true
      },
      listening,
    )
    document.addEventListener(
      'compositionend',
      () => {
        isComposing.current = false
        // Behind the input that ends it.
        setTimeout(() => {
          for (const change of isComposing.current ? [] : waiting.splice(0)) change()
        })
      },
      listening,
    )
    return () => listening.abort()
  }, [waiting])

  function changeNow(command: Command) {
    if (area.current) changeQuietly(area.current, () => run(command))
  }

  return (command: Command) => {
    if (isComposing.current) waiting.push(() => changeNow(command))
    else changeNow(command)
  }
}
