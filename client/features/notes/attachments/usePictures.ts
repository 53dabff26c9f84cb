import { useAtomValue, useSetAtom } from 'jotai'
import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { Command } from '#client/features/notes/editor/commands/note.edit.ts'
import { editWithoutFocusEvents } from '#client/features/notes/editor/text/textareaEdits.ts'
import { type Editor, isDirty } from '#client/features/notes/sync/editor.ts'
import { connectionStateAtom } from '#client/live/connection.ts'
import { aliasLocalFile, clearLocalFiles, showLocalFile } from '#client/markdown/picture.localFiles.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { useRetryInterval } from '#client/platform/browser/useTimers.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { readPictureAddress, uploadAddress, uploadKeysIn } from '#protocol/pictureAddress.ts'
import { checkPicture } from './picture.compression.ts'
import { insertPictures, removePicture, replaceAddress } from './picture.text.ts'
import type { Uploads } from './picture.uploads.ts'

interface PicturesOptions {
  editor: Editor
  uploads: Uploads
  area: RefObject<HTMLTextAreaElement | null>
  /** Runs a command on the text area. */
  run: (command: Command) => boolean
}

/** The pictures of the note in the editor. */
export interface Pictures {
  uploads: Uploads
  insert: (files: readonly File[]) => Promise<void>
  cancel: () => void
  retry: () => void
}

/** Connects the uploads to the text area that contains the pictures. */
export function usePictures({ editor, uploads, area, run }: PicturesOptions): Pictures {
  const showToast = useSetAtom(showToastAtom)
  const changeText = useQuietChanges(area, run)
  /** Upload keys seen since the editor was opened, so that Undo does not start an upload again. */
  const seenKeys = useRef(new Set<string>())

  const createTarget = useEffectEvent(() => ({
    onLocalFile: showLocalFile,
    onMissing(address: string, key: string) {
      seenKeys.current.add(key)
      changeText(written => replaceAddress(written, address, uploadAddress(key)))
    },
    onUploaded(key: string, address: string) {
      const { pictureId } = readPictureAddress(address) ?? {}
      if (pictureId) aliasLocalFile(`/pictures/${pictureId}`, key)
      changeText(written => replaceAddress(written, uploadAddress(key), address))
    },
    onRejected(key: string, { name, failure }: { name: string; failure: unknown }) {
      changeText(written => removePicture(written, key))
      showRejectedToast(name, failureText(failure))
    },
  }))
  useEffect(() => {
    const detach = uploads.attach(createTarget())
    return () => {
      detach()
      uploads.stop()
      clearLocalFiles()
    }
  }, [uploads])

  function showRejectedToast(name: string, reason: string) {
    showToast({ text: t('notePictures.leftOut', { name, reason }) })
  }

  const pendingKeys = useSyncExternalStore(editor.subscribe, () => {
    return uploadKeysIn(editor.state().content.text).join(' ')
  })
  useEffect(() => {
    void uploads.storeAgain(editor.state().content.text)
    const newKeys = pendingKeys.split(' ').filter(key => key !== '' && !seenKeys.current.has(key))
    for (const key of newKeys) seenKeys.current.add(key)
    if (newKeys.length > 0) void uploads.resume(newKeys.map(key => `](${uploadAddress(key)})`).join(' '))
  }, [editor, uploads, pendingKeys])

  const savedVersion = useSyncExternalStore(editor.subscribe, () => {
    const state = editor.state()
    return isDirty(state) ? null : state.savedAt
  })
  useEffect(() => {
    if (savedVersion) void uploads.deleteSaved(editor.state().content.text)
  }, [editor, uploads, savedVersion])

  const retry = () => void uploads.resume(editor.state().content.text)
  useRetries(uploads, retry)

  return {
    uploads,
    retry,
    async insert(files) {
      const accepted: { key: string; file: File }[] = []
      for (const file of files) {
        const validationError = await checkPicture(file)
        if (validationError) showRejectedToast(file.name, t(validationError))
        else accepted.push({ key: makeRequestKey(), file })
      }
      if (accepted.length === 0) return
      const keys = accepted.map(({ key }) => key)
      for (const key of keys) seenKeys.current.add(key)
      area.current?.focus()
      run(written => insertPictures(written, keys, t('notePictures.description')))
      for (const { key, file } of accepted) void uploads.add(key, file)
    },
    cancel() {
      for (const key of uploads.cancel()) changeText(written => removePicture(written, key))
    },
  }
}

/** Applies automatic changes to the text, after the end of a running IME composition. */
function useQuietChanges(area: RefObject<HTMLTextAreaElement | null>, run: (command: Command) => boolean) {
  const [queue] = useState<(() => void)[]>([])
  const isComposing = useRef(false)

  useEffect(() => {
    const aborter = new AbortController()
    document.addEventListener(
      'compositionstart',
      () => {
        isComposing.current = true
      },
      aborter,
    )
    document.addEventListener(
      'compositionend',
      () => {
        isComposing.current = false
        // After the input event that follows.
        setTimeout(() => {
          for (const change of isComposing.current ? [] : queue.splice(0)) change()
        })
      },
      aborter,
    )
    return () => aborter.abort()
  }, [queue])

  function changeNow(command: Command) {
    if (area.current) editWithoutFocusEvents(area.current, () => run(command))
  }

  return (command: Command) => {
    if (isComposing.current) queue.push(() => changeNow(command))
    else changeNow(command)
  }
}

/** Retries failed uploads once the client is online and the user is signed in. */
function useRetries(uploads: Uploads, retry: () => void): void {
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const hasFailed = useSyncExternalStore(uploads.subscribe, () =>
    uploads.state().some(({ failure }) => failure !== null),
  )
  const onConnected = useEffectEvent(() => {
    if (hasFailed) retry()
  })

  useEffect(() => {
    if (isConnected && isSignedIn) onConnected()
  }, [isConnected, isSignedIn])
  useEffect(() => {
    const aborter = new AbortController()
    window.addEventListener('online', () => onConnected(), aborter)
    return () => aborter.abort()
  }, [])
  useRetryInterval(hasFailed, retry)
}
