import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { persistedTextsAtom, usePersistedText } from '#client/session/usePersistedText.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextArea } from '#client/ui/TextField.tsx'
import { answerField } from '#protocol/agora.ts'
import { ANSWER_MAX } from '#protocol/limits.ts'
import { useAnswerSuggestion } from './agora.queries.ts'

/** Unsent answers of administrators. */
export const answersAtom = persistedTextsAtom('answers')

interface AnswerFormProps {
  suggestionNo: number
  /** The current answer; empty for a first answer. */
  answer: string
  onDone: () => void
}

/** The answer form of administrators, below the suggestion. */
export function AnswerForm({ suggestionNo, answer, onDone }: AnswerFormProps) {
  const { text, isPersisted, setText, discard, discardSent } = usePersistedText(
    answersAtom,
    suggestionNo,
    answer,
  )
  const [isRestoredDraft] = useState(isPersisted)
  const [isRejected, setRejected] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const answerMutation = useAnswerSuggestion(discardSent)

  // A restored draft must not steal the focus.
  useEffect(() => {
    if (!isRestoredDraft) area.current?.focus()
  }, [isRestoredDraft])

  function close() {
    discard()
    onDone()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (answerMutation.isPending) return
    const isValid = answerField.safeParse(text).success
    setRejected(!isValid)
    if (!isValid) area.current?.focus()
    else if (text === answer) close()
    else answerMutation.mutate({ suggestionNo, answer: text }, { onSuccess: onDone })
  }

  function handleChange(value: string) {
    setText(value)
    setRejected(false)
    answerMutation.reset()
  }

  /** A changed text is discarded only by the button. */
  function cancelOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isComposing(event) && text === answer) close()
  }

  const rejection = isRejected ? t('agora.answerLength') : undefined
  return (
    <form className="suggestion__form" onSubmit={submit} noValidate>
      <TextArea
        ref={area}
        label={t('agora.answerLabel')}
        hint={t('agora.answerHint')}
        placeholder={t('agora.answerPlaceholder')}
        max={ANSWER_MAX}
        rows={2}
        value={text}
        onChange={handleChange}
        onKeyDown={cancelOnEscape}
        error={answerMutation.error ? failureText(answerMutation.error) : rejection}
      />
      <div className="suggestion__form-actions">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" busy={answerMutation.isPending}>
          {t(answer === '' ? 'agora.answerSend' : 'agora.answerSave')}
        </Button>
      </div>
    </form>
  )
}
