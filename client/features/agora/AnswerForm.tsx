import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useKeptText } from '#client/session/useKeptText.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextArea } from '#client/ui/TextArea.tsx'
import { answerField } from '#protocol/agora.ts'
import { ANSWER_MAX } from '#protocol/limits.ts'
import { useAnswerSuggestion } from './agora.queries.ts'
import { answersAtom } from './agora.state.ts'

interface AnswerFormProps {
  suggestionNo: number
  /** What was answered before; empty for a first answer. */
  answer: string
  onDone: () => void
}

/** An administrator's answer, written right under the suggestion. */
export function AnswerForm({ suggestionNo, answer, onDone }: AnswerFormProps) {
  const { text, isKept, write, forget, forgetSent } = useKeptText(answersAtom, suggestionNo, answer)
  const [isReopened] = useState(isKept)
  const [isRejected, setRejected] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const answering = useAnswerSuggestion(forgetSent)

  // What is found again as it was left takes the focus from nobody.
  useEffect(() => {
    if (!isReopened) area.current?.focus()
  }, [isReopened])

  function end() {
    forget()
    onDone()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (answering.isPending) return
    const isValid = answerField.safeParse(text).success
    setRejected(!isValid)
    if (!isValid) area.current?.focus()
    else if (text === answer) end()
    else answering.mutate({ suggestionNo, answer: text }, { onSuccess: onDone })
  }

  function type(typed: string) {
    write(typed)
    setRejected(false)
    answering.reset()
  }

  function cancelOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isComposing(event)) end()
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
        onChange={type}
        onKeyDown={cancelOnEscape}
        error={answering.error ? failureText(answering.error) : rejection}
      />
      <div className="suggestion__form-actions">
        <Button onClick={end}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" busy={answering.isPending}>
          {t(answer === '' ? 'agora.answerSend' : 'agora.answerSave')}
        </Button>
      </div>
    </form>
  )
}
