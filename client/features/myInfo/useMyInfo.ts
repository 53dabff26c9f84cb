import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { usePictureChoice } from '#client/features/accounts/usePictureChoice.ts'
import { hubKeys } from '#client/features/hubs/hubs.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { noteChanged } from '#client/session/session.ts'
import { postToTabs } from '#client/session/tabs.ts'
import { type MyInfoView, updateMyInfo } from '#protocol/myInfo.ts'
import type { PasswordOwner } from '#protocol/password.rules.ts'
import { type MyInfoEntries, type MyInfoField, myInfoFields, validationErrorOf } from './myInfo.rules.ts'
import { sessionsQuery } from './sessions.queries.ts'

type Messages = Partial<Record<MyInfoField | 'picture', string>>

/** `kept`: the picture in use stays. */
type PictureChoice = 'kept' | 'removed' | File

interface MyInfoParts {
  onValidationError: (field: MyInfoField) => void
  onProofGone: () => void
}

/** The form of one's own data: what is entered, what is wrong with it, and sending it. */
export function useMyInfo(info: MyInfoView, { onValidationError, onProofGone }: MyInfoParts) {
  const cache = useQueryClient()
  const [entries, setEntries] = useState<MyInfoEntries>({
    mobile: info.mobile,
    password: '',
    passwordConfirm: '',
  })
  /** What is entered at this moment: an answer leaves alone what was typed since it was asked for. */
  const entered = useRef(entries)
  const [pictureInUse, setPictureInUse] = useState(info.profPicURL)
  const picture = usePictureChoice<PictureChoice>('kept')
  const [messages, setMessages] = useState<Messages>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [progress, setProgress] = useState<'open' | 'busy' | 'done'>('open')

  function touch() {
    setFailure(null)
    setProgress(current => (current === 'busy' ? current : 'open'))
  }

  function enter(next: MyInfoEntries) {
    entered.current = next
    setEntries(next)
  }

  function type(field: MyInfoField, typed: string) {
    enter({ ...entered.current, [field]: typed })
    const touched = field === 'password' ? { password: '', passwordConfirm: '' } : { [field]: '' }
    setMessages(current => ({ ...current, ...touched }))
    touch()
  }

  function choosePicture(chosen: File | 'removed') {
    // Without a picture in use there is nothing to remove but the choice, unless that is on its way.
    const removesNothing = chosen === 'removed' && pictureInUse === '' && progress !== 'busy'
    picture.choose(removesNothing ? 'kept' : chosen)
    setMessages(current => ({ ...current, picture: '' }))
    touch()
  }

  function notePictureMaking(made: Promise<boolean>) {
    picture.noteMaking(made)
    touch()
  }

  async function submit() {
    if (progress === 'busy') return
    if (show(validationErrorsOf(entries, info))) return
    setFailure(null)
    setProgress('busy')
    try {
      const chosen = await picture.toSend()
      if (chosen === undefined) return setProgress('open')
      const { mobile, password } = entries
      const reply = await callApi(updateMyInfo, { mobile, password, ...pictureFields(chosen) })
      if (reply.success) return finish(reply, chosen)
      setProgress('open')
      if (!reply.authenticated) onProofGone()
      else show({ mobile: reply.mobileMsg })
    } catch (error) {
      setProgress('open')
      if (error instanceof CallFailed && error.field === updateMyInfo.file.field)
        setMessages({ picture: failureText(error) })
      else if (error instanceof CallFailed && error.field === 'password')
        show({ password: failureText(error) })
      else setFailure(error)
    }
  }

  function finish({ mobile, profPicURL }: { mobile: string; profPicURL: string }, sent: PictureChoice) {
    const isAllSaved = entered.current === entries && picture.isUnchangedSince(sent)
    if (entries.password !== '') {
      // The staying of a device ends with the password before.
      noteChanged({ mustChangePassword: false, stays: false })
      postToTabs({ kind: 'passwordChanged' })
      // All others have ended.
      void cache.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    }
    enter(afterSaving(entered.current, entries, mobile))
    setPictureInUse(profPicURL)
    noteChanged({ profPic: profPicURL })
    // No event tells of a picture.
    void cache.invalidateQueries({ queryKey: hubKeys.pages })
    if (picture.isUnchangedSince(sent)) picture.choose('kept')
    setProgress(isAllSaved ? 'done' : 'open')
  }

  /** Whether there was a message to show; the first one's field is told. */
  function show(found: Messages): boolean {
    const first = myInfoFields.find(field => found[field])
    if (first === undefined) return false
    setMessages(found)
    onValidationError(first)
    return true
  }

  return {
    entries,
    messages,
    failure,
    progress,
    chosenPicture: picture.choice instanceof File ? picture.choice : null,
    currentPicture: picture.choice === 'kept' ? pictureInUse || null : null,
    type,
    choosePicture,
    notePictureMaking,
    submit,
  }
}

/** What is entered once `sent` was saved, of which the server keeps `mobile`: what was typed meanwhile stays. */
function afterSaving(now: MyInfoEntries, sent: MyInfoEntries, mobile: string): MyInfoEntries {
  const hasNewerPassword = now.password !== sent.password || now.passwordConfirm !== sent.passwordConfirm
  return {
    ...(hasNewerPassword ? now : { password: '', passwordConfirm: '' }),
    mobile: now.mobile === sent.mobile ? mobile : now.mobile,
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
  if (picture === 'kept') return {}
  if (picture === 'removed') return { removedFileList: JSON.stringify(['picture']) }
  const { name, type } = picture
  return { imagefile0: picture, imageFileList: JSON.stringify([{ name, type }]) }
}
