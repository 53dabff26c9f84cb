import { useAtom } from 'jotai'
import { type FormEvent, type RefObject, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextArea } from '#client/ui/TextArea.tsx'
import { suggestionField } from '#protocol/agora.ts'
import { SUGGESTION_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/textLength.ts'
import { useCreateSuggestion } from './agora.queries.ts'
import { opinionAtom } from './agora.state.ts'
import { OpinionSheet } from './OpinionSheet.tsx'
import '#client/ui/sheetForm.css'

interface SuggestionFormProps {
  area: RefObject<HTMLTextAreaElement | null>
  onCreated: () => void
}

export function SuggestionForm({ area, onCreated }: SuggestionFormProps) {
  const [{ opinion }, setWritten] = useAtom(opinionAtom)
  const [isRejected, setRejected] = useState(false)
  // Somebody may have typed on, or have left.
  const creating = useCreateSuggestion(sent =>
    setWritten(written => (written.opinion === sent ? { opinion: '' } : written)),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (creating.isPending) return
    area.current?.focus()
    const isValid = suggestionField.safeParse(opinion).success
    setRejected(!isValid)
    if (!isValid) return
    creating.mutate(opinion, {
      onSuccess(reply) {
        if (reply.success) onCreated()
      },
    })
  }

  function type(typed: string) {
    setWritten({ opinion: typed })
    setRejected(false)
    if (!creating.isPending) creating.reset()
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
        onChange={type}
        error={errorOf(opinion, isRejected, creating)}
      />
      <OpinionSheet length={textLength(opinion)} />
      <Button type="submit" kind="primary" busy={creating.isPending}>
        {t('agora.send')}
      </Button>
      <p className="visually-hidden" role="status">
        {creating.data?.success && t('agora.sent')}
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
