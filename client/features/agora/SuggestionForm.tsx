import { useAtom } from 'jotai'
import { type FormEvent, type RefObject, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { persistedViewStateAtom } from '#client/session/viewState.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextArea } from '#client/ui/TextField.tsx'
import { suggestionField } from '#protocol/agora.ts'
import { SUGGESTION_MAX, SUGGESTION_MIN } from '#protocol/limits.ts'
import { textLength } from '#protocol/normalization.ts'
import { useCreateSuggestion } from './agora.queries.ts'
import '#client/ui/sheetForm.css'

/** The unsent opinion, kept when the user leaves the screen. */
export const opinionAtom = persistedViewStateAtom({ opinion: '' }, 'opinion')

interface SuggestionFormProps {
  area: RefObject<HTMLTextAreaElement | null>
  onCreated: () => void
}

export function SuggestionForm({ area, onCreated }: SuggestionFormProps) {
  const [{ opinion }, setDraft] = useAtom(opinionAtom)
  const [isRejected, setRejected] = useState(false)
  // Keep the draft if the user has edited it since.
  const createMutation = useCreateSuggestion(sent =>
    setDraft(draft => (draft.opinion === sent ? { opinion: '' } : draft)),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (createMutation.isPending) return
    area.current?.focus()
    const isValid = suggestionField.safeParse(opinion).success
    setRejected(!isValid)
    if (!isValid) return
    createMutation.mutate(opinion, {
      onSuccess(reply) {
        if (reply.success) onCreated()
      },
    })
  }

  function handleChange(value: string) {
    setDraft({ opinion: value })
    setRejected(false)
    if (!createMutation.isPending) createMutation.reset()
  }

  return (
    <form className="sheet-form suggestion-form" onSubmit={submit} noValidate>
      <TextArea
        ref={area}
        label={t('agora.opinion')}
        hideLabel
        hint={t('agora.lengthHint')}
        placeholder={t('agora.placeholder')}
        max={SUGGESTION_MAX}
        rows={3}
        value={opinion}
        onChange={handleChange}
        error={errorOf(opinion, isRejected, createMutation)}
      />
      <LengthBar length={textLength(opinion)} />
      <Button type="submit" kind="primary" busy={createMutation.isPending}>
        {t('agora.send')}
      </Button>
      <p className="visually-hidden" role="status">
        {createMutation.data?.success && t('agora.sent')}
      </p>
    </form>
  )
}

function errorOf(
  opinion: string,
  isRejected: boolean,
  { error, data }: Pick<ReturnType<typeof useCreateSuggestion>, 'error' | 'data'>,
): string | undefined {
  if (isRejected) return t(textLength(opinion.trim()) > SUGGESTION_MAX ? 'agora.tooLong' : 'agora.tooShort')
  if (error) return failureText(error)
  return data?.success === false ? data.message : undefined
}

/** The share of the allowed length, with a mark at the least. Decorative: the counter gives the number as text. */
function LengthBar({ length }: { length: number }) {
  return (
    <svg
      className={`length-bar ${length > SUGGESTION_MAX ? 'length-bar--over' : ''}`}
      viewBox={`0 0 ${SUGGESTION_MAX} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="length-bar__filled" width={Math.min(length, SUGGESTION_MAX)} height="1" />
      {length > 0 && <rect className="length-bar__least" x={SUGGESTION_MIN} width="0.3" height="1" />}
    </svg>
  )
}
