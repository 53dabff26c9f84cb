import { useRef, useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { checkRegData, type RegDataResult, register } from '#protocol/accounts.ts'
import {
  emptySignUp,
  type SignUpField,
  type SignUpForm,
  signUpFields,
  validationErrorOf,
} from './signUp.rules.ts'
import { usePictureChoice } from './usePictureChoice.ts'

export type SignUpMessages = Partial<Record<SignUpField, string>>

/** The fields of which the server knows whether they are taken. */
const checkedByServer = ['email', 'username', 'mobile'] as const

/** A new account. */
export interface SignedUp {
  username: string
  email: string
  /** Where a link was mailed that confirms the address; null when there is nothing to confirm. */
  linkSentTo: string | null
}

interface SignUpParts {
  onValidationError: (field: SignUpField) => void
  onDone: (signedUp: SignedUp) => void
}

/** The sign-up form: what is entered, what is wrong with it, and sending it. */
export function useSignUp({ onValidationError, onDone }: SignUpParts) {
  const [form, setForm] = useState(emptySignUp)
  /** What is entered at this moment: an answer to an earlier entry says nothing about it. */
  const entered = useRef(emptySignUp)
  const picture = usePictureChoice<File | null>(null)
  const [pictureError, setPictureError] = useState('')
  const [messages, setMessages] = useState<SignUpMessages>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  function type(field: SignUpField, typed: string) {
    entered.current = { ...entered.current, [field]: typed }
    setForm(entered.current)
    // Whether the confirmation is right depends on the password, too.
    const touched = field === 'password' ? { password: '', passwordConfirm: '' } : { [field]: '' }
    setMessages(current => ({ ...current, ...touched }))
    setFailure(null)
  }

  function takePicture(taken: File | null) {
    picture.choose(taken)
    setPictureError('')
  }

  /** On leaving a field. One that was left empty is not scolded before the form is sent. */
  async function check(field: SignUpField) {
    if (form[field] === '') return
    const validationError = validationErrorOf(field, form)
    if (validationError) return setMessages(current => ({ ...current, [field]: t(validationError) }))
    const asked = checkedByServer.find(name => name === field)
    if (!asked) return
    // Unreached, the server is asked again when the form is sent.
    const result = await callApi(checkRegData, { [asked]: form[asked] }).catch(() => null)
    const message = result && messagesOf(result)[asked]
    if (message && entered.current[asked] === form[asked])
      setMessages(current => ({ ...current, [asked]: message }))
  }

  /** @param agrees whether its owner still agrees to the terms. */
  async function submit(agrees: () => boolean) {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    setPictureError('')
    try {
      if (show(validationErrorsOf(form))) return
      const chosen = await picture.toSend()
      // Whoever goes on typing while the picture is being made sends it anew.
      if (chosen === undefined || entered.current !== form || !agrees()) return
      const result = await callApi(checkRegData, pick(form))
      if (!result.isValid && show(messagesOf(result))) return
      const reply = await callApi(register, {
        ...pick(form),
        password: form.password,
        ...(chosen && { profPicFile: chosen }),
      })
      const username = form.username.trim()
      const email = form.email.trim()
      if (reply.success) onDone({ username, email, linkSentTo: reply.confirmationSent ? email : null })
      else show(messagesOf(reply))
    } catch (error) {
      if (isAboutPicture(error)) setPictureError(failureText(error))
      else if (!show(messageOfField(error))) setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  /** Whether there was a message to show; the first one's field is told. */
  function show(found: SignUpMessages): boolean {
    const first = signUpFields.find(field => found[field])
    if (first === undefined) return false
    setMessages(found)
    onValidationError(first)
    return true
  }

  return {
    form,
    messages,
    picture: picture.choice,
    pictureError,
    failure,
    isBusy,
    type,
    takePicture,
    notePictureMaking: picture.noteMaking,
    check,
    submit,
  }
}

function pick({ email, username, mobile }: SignUpForm) {
  return { email: email.trim(), username, mobile }
}

function validationErrorsOf(form: SignUpForm): SignUpMessages {
  const messages: SignUpMessages = {}
  for (const field of signUpFields) {
    const validationError = validationErrorOf(field, form)
    if (validationError) messages[field] = t(validationError)
  }
  return messages
}

function messagesOf(result: Omit<RegDataResult, 'isValid'>): SignUpMessages {
  return { email: result.emailMsg, username: result.usernameMsg, mobile: result.mobileMsg }
}

function isAboutPicture(error: unknown): boolean {
  return error instanceof CallFailed && error.field === register.file.field
}

function messageOfField(error: unknown): SignUpMessages {
  const field = error instanceof CallFailed ? signUpFields.find(name => name === error.field) : undefined
  return field === undefined ? {} : { [field]: failureText(error) }
}
