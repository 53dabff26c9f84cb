import { useRef, useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import {
  checkRegData,
  emailField,
  mobileField,
  passwordField,
  type RegDataResult,
  register,
  usernameField,
} from '#protocol/accounts.ts'
import { passwordError } from '#protocol/password.rules.ts'
import type { z } from '#protocol/schema.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { usePictureChoice } from './usePictureChoice.ts'

export interface SignUpForm {
  email: string
  username: string
  mobile: string
  password: string
  passwordConfirm: string
}
export type SignUpField = keyof SignUpForm

/** In screen order: the first field with a message gets the focus. */
export const signUpFields: readonly SignUpField[] = [
  'email',
  'username',
  'mobile',
  'password',
  'passwordConfirm',
]

export const emptySignUp: SignUpForm = {
  email: '',
  username: '',
  mobile: '',
  password: '',
  passwordConfirm: '',
}

/** Validates one field on the client; undefined if it is valid. */
export function validationErrorOf(field: SignUpField, form: SignUpForm): SignUpError | undefined {
  if (field === 'passwordConfirm')
    return form.passwordConfirm === form.password ? undefined : 'accounts.passwordMismatch'
  const validationError = firstError(schemas[field], form[field])
  return (
    validationError ?? (field === 'password' ? (passwordError(form.password, form) ?? undefined) : undefined)
  )
}

const schemas = {
  email: emailField,
  username: usernameField,
  mobile: mobileField,
  password: passwordField,
}

/** The messages of the protocol's field schemas and of this form. */
const validationErrors = [
  'accounts.emailInvalid',
  'accounts.usernameShort',
  'accounts.usernameLong',
  'accounts.usernameHidden',
  'accounts.mobileInvalid',
  'accounts.passwordShort',
  'accounts.passwordLong',
  'accounts.passwordPlain',
  'accounts.passwordOwn',
  'accounts.passwordMismatch',
  'error.tooManyMarks',
  'error.invalid',
] as const satisfies TextKey[]
export type SignUpError = (typeof validationErrors)[number]

function firstError(schema: z.ZodType, value: string): SignUpError | undefined {
  const result = schema.safeParse(value)
  if (result.success) return undefined
  return (
    validationErrors.find(validationError => validationError === result.error.issues[0]?.message) ??
    'error.invalid'
  )
}

export type SignUpMessages = Partial<Record<SignUpField, string>>

/** Fields whose availability the server checks. */
const FIELDS_CHECKED_BY_SERVER = ['email', 'username', 'mobile'] as const

export interface SignedUp {
  username: string
  email: string
  /** The address that the confirmation link was sent to; null if none was sent. */
  linkSentTo: string | null
}

interface SignUpOptions {
  onValidationError: (field: SignUpField) => void
  onDone: (signedUp: SignedUp) => void
}

/** State, validation and submission of the sign-up form. */
export function useSignUp({ onValidationError, onDone }: SignUpOptions) {
  const [form, setForm] = useState(emptySignUp)
  /** The latest form. The result of a check is dropped if the field has changed since. */
  const latestForm = useRef(emptySignUp)
  const picture = usePictureChoice<File | null>(null)
  const [pictureError, setPictureError] = useState('')
  const [messages, setMessages] = useState<SignUpMessages>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  function setField(field: SignUpField, value: string) {
    latestForm.current = { ...latestForm.current, [field]: value }
    setForm(latestForm.current)
    // The confirmation also depends on the password.
    const clearedMessages = field === 'password' ? { password: '', passwordConfirm: '' } : { [field]: '' }
    setMessages(current => ({ ...current, ...clearedMessages }))
    setFailure(null)
  }

  function setPicture(file: File | null) {
    picture.choose(file)
    setPictureError('')
  }

  /** Checks a field on blur. An empty field gets no message before the form is submitted. */
  async function check(field: SignUpField) {
    if (form[field] === '') return
    const validationError = validationErrorOf(field, form)
    if (validationError) return setMessages(current => ({ ...current, [field]: t(validationError) }))
    const checkedField = FIELDS_CHECKED_BY_SERVER.find(name => name === field)
    if (!checkedField) return
    // On failure the server checks again on submit.
    const result = await callApi(checkRegData, { [checkedField]: form[checkedField] }).catch(() => null)
    const message = result && messagesOf(result)[checkedField]
    if (message && latestForm.current[checkedField] === form[checkedField])
      setMessages(current => ({ ...current, [checkedField]: message }))
  }

  /** @param hasAgreed whether the user still agrees to the terms. */
  async function submit(hasAgreed: () => boolean) {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    setPictureError('')
    try {
      if (showMessages(validationErrorsOf(form))) return
      const chosenPicture = await picture.resolveChoice()
      // Stop if the user has edited the form while the picture was processed.
      if (chosenPicture === undefined || latestForm.current !== form || !hasAgreed()) return
      const result = await callApi(checkRegData, identityFields(form))
      if (!result.isValid && showMessages(messagesOf(result))) return
      const reply = await callApi(register, {
        ...identityFields(form),
        password: form.password,
        ...(chosenPicture && { profPicFile: chosenPicture }),
      })
      const username = form.username.trim()
      const email = form.email.trim()
      if (reply.success) onDone({ username, email, linkSentTo: reply.confirmationSent ? email : null })
      else showMessages(messagesOf(reply))
    } catch (error) {
      if (isPictureError(error)) setPictureError(failureText(error))
      else if (!showMessages(messageOfField(error))) setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  /** Shows the messages and focuses the first field. Returns false if there are none. */
  function showMessages(newMessages: SignUpMessages): boolean {
    const firstField = signUpFields.find(field => newMessages[field])
    if (firstField === undefined) return false
    setMessages(newMessages)
    onValidationError(firstField)
    return true
  }

  return {
    form,
    messages,
    picture: picture.choice,
    pictureError,
    failure,
    isBusy,
    setField,
    setPicture,
    trackPictureProcessing: picture.trackProcessing,
    check,
    submit,
  }
}

function identityFields({ email, username, mobile }: SignUpForm) {
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

function isPictureError(error: unknown): boolean {
  return error instanceof CallFailed && error.field === register.file.field
}

function messageOfField(error: unknown): SignUpMessages {
  const field = error instanceof CallFailed ? signUpFields.find(name => name === error.field) : undefined
  return field === undefined ? {} : { [field]: failureText(error) }
}
