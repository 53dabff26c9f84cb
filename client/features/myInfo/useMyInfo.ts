import { useQueryClient } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { useRef, useState } from 'react'
import { usePictureChoice } from '#client/features/accounts/usePictureChoice.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom, updateAuth } from '#client/session/session.ts'
import { postToTabs } from '#client/session/tabs.ts'
import { mobileText } from '#protocol/accounts.ts'
import { NEW_PASSWORD_MAX, PASSWORD_MIN } from '#protocol/limits.ts'
import { type MyInfoView, updateMyInfo } from '#protocol/myInfo.ts'
import { type PasswordOwner, passwordError } from '#protocol/password.rules.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { sessionsQuery } from './SessionList.tsx'

interface MyInfoEntries {
  mobile: string
  password: string
  passwordConfirm: string
}
export type MyInfoField = keyof MyInfoEntries

/** In screen order. */
const myInfoFields = Object.keys({
  mobile: true,
  password: true,
  passwordConfirm: true,
} satisfies Record<MyInfoField, true>) as MyInfoField[]

export type MyInfoError = Extract<
  TextKey,
  | 'accounts.mobileInvalid'
  | 'accounts.newPasswordLength'
  | 'accounts.passwordPlain'
  | 'accounts.passwordOwn'
  | 'accounts.passwordMismatch'
>

/** Validates one field; undefined if it is valid. An empty password keeps the old one. */
export function validationErrorOf(
  field: MyInfoField,
  entries: MyInfoEntries,
  owner: PasswordOwner,
): MyInfoError | undefined {
  switch (field) {
    case 'mobile':
      return mobileText.safeParse(entries.mobile).success ? undefined : 'accounts.mobileInvalid'
    case 'password':
      return newPasswordError(entries.password, owner)
    case 'passwordConfirm':
      return entries.passwordConfirm === entries.password ? undefined : 'accounts.passwordMismatch'
    default:
      return field satisfies never
  }
}

function newPasswordError(password: string, owner: PasswordOwner): MyInfoError | undefined {
  if (password === '') return undefined
  if (password.length < PASSWORD_MIN || password.length > NEW_PASSWORD_MAX)
    return 'accounts.newPasswordLength'
  return passwordError(password, owner) ?? undefined
}

type Messages = Partial<Record<MyInfoField | 'picture', string>>

type PictureChoice = 'unchanged' | 'removed' | File

interface MyInfoOptions {
  onValidationError: (field: MyInfoField) => void
  onConfirmationExpired: () => void
}

/** State, validation and submission of the form. */
export function useMyInfo(info: MyInfoView, { onValidationError, onConfirmationExpired }: MyInfoOptions) {
  const cache = useQueryClient()
  const [entries, setEntries] = useState<MyInfoEntries>({
    mobile: info.mobile,
    password: '',
    passwordConfirm: '',
  })
  /** The latest entries. A response keeps what was typed since the request. */
  const latestEntries = useRef(entries)
  /** The number on the server as far as known. It is sent only if it was edited: another device may have changed it since. */
  const savedMobile = useRef(info.mobile)
  const [pictureInUse, setPictureInUse] = useState(info.profPicURL)
  const picture = usePictureChoice<PictureChoice>('unchanged')
  const [messages, setMessages] = useState<Messages>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [progress, setProgress] = useState<'open' | 'busy' | 'done'>('open')

  function clearOutcome() {
    setFailure(null)
    setProgress(current => (current === 'busy' ? current : 'open'))
  }

  function updateEntries(next: MyInfoEntries) {
    latestEntries.current = next
    setEntries(next)
  }

  function setField(field: MyInfoField, value: string) {
    updateEntries({ ...latestEntries.current, [field]: value })
    const clearedMessages = field === 'password' ? { password: '', passwordConfirm: '' } : { [field]: '' }
    setMessages(current => ({ ...current, ...clearedMessages }))
    clearOutcome()
  }

  function choosePicture(chosenPicture: File | 'removed') {
    // Without a current picture, removing only undoes the choice, unless its upload is in progress.
    const removesNothing = chosenPicture === 'removed' && pictureInUse === '' && progress !== 'busy'
    picture.choose(removesNothing ? 'unchanged' : chosenPicture)
    setMessages(current => ({ ...current, picture: '' }))
    clearOutcome()
  }

  function trackPictureProcessing(processed: Promise<boolean>) {
    picture.trackProcessing(processed)
    clearOutcome()
  }

  async function submit() {
    if (progress === 'busy') return
    if (showMessages(validationErrorsOf(entries, info))) return
    setFailure(null)
    setProgress('busy')
    try {
      const chosenPicture = await picture.resolveChoice()
      if (chosenPicture === undefined) return setProgress('open')
      const { mobile, password } = entries
      const reply = await callApi(updateMyInfo, {
        password,
        ...(mobile !== savedMobile.current && { mobile }),
        ...pictureFields(chosenPicture),
      })
      if (reply.success) return finish(reply, chosenPicture)
      setProgress('open')
      if (!reply.authenticated) onConfirmationExpired()
      else showMessages({ mobile: reply.mobileMsg })
    } catch (error) {
      setProgress('open')
      if (error instanceof CallFailed && error.field === updateMyInfo.file.field)
        setMessages({ picture: failureText(error) })
      else if (error instanceof CallFailed && error.field === 'password')
        showMessages({ password: failureText(error) })
      else setFailure(error)
    }
  }

  function finish({ mobile, profPicURL }: { mobile: string; profPicURL: string }, sent: PictureChoice) {
    const isAllSaved = latestEntries.current === entries && picture.isUnchangedSince(sent)
    if (entries.password !== '') {
      // A new password ends "remember me" on this device.
      updateAuth({ mustChangePassword: false, stays: false })
      postToTabs({ kind: 'passwordChanged', userNo: getDefaultStore().get(authAtom).userNo })
      // The server has ended all other sessions.
      void cache.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    }
    savedMobile.current = mobile
    updateEntries(mergeAfterSave(latestEntries.current, entries, mobile))
    setPictureInUse(profPicURL)
    updateAuth({ profPic: profPicURL })
    // Lists, rooms, notes and comments show the picture, and no event reports a new one.
    void cache.invalidateQueries()
    if (picture.isUnchangedSince(sent)) picture.choose('unchanged')
    setProgress(isAllSaved ? 'done' : 'open')
  }

  /** Shows the messages and focuses the first field. Returns false if there are none. */
  function showMessages(newMessages: Messages): boolean {
    const firstField = myInfoFields.find(field => newMessages[field])
    if (firstField === undefined) return false
    setMessages(newMessages)
    onValidationError(firstField)
    return true
  }

  return {
    entries,
    messages,
    failure,
    progress,
    chosenPicture: picture.choice instanceof File ? picture.choice : null,
    currentPicture: picture.choice === 'unchanged' ? pictureInUse || null : null,
    setField,
    choosePicture,
    trackPictureProcessing,
    submit,
  }
}

/** The entries after a save: keeps what was typed meanwhile and takes `mobile` from the server. */
function mergeAfterSave(current: MyInfoEntries, sent: MyInfoEntries, mobile: string): MyInfoEntries {
  const hasNewerPassword =
    current.password !== sent.password || current.passwordConfirm !== sent.passwordConfirm
  return {
    ...(hasNewerPassword ? current : { password: '', passwordConfirm: '' }),
    mobile: current.mobile === sent.mobile ? mobile : current.mobile,
  }
}

function validationErrorsOf(entries: MyInfoEntries, owner: PasswordOwner): Messages {
  const messages: Messages = {}
  for (const field of myInfoFields) {
    const validationError = validationErrorOf(field, entries, owner)
    if (validationError) messages[field] = t(validationError)
  }
  return messages
}

function pictureFields(picture: PictureChoice) {
  if (picture === 'unchanged') return {}
  if (picture === 'removed') return { removedFileList: JSON.stringify(['picture']) }
  const { name, type } = picture
  return { imagefile0: picture, imageFileList: JSON.stringify([{ name, type }]) }
}
