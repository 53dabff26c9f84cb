import { useId } from 'react'
import { t } from '#client/platform/language/language.ts'
import { FieldFrame } from '#client/ui/FieldFrame.tsx'
import type { NoticeDraft } from './useNoticeForm.ts'

interface DisplaySelectProps {
  value: NoticeDraft['display']
  onChange: (value: NoticeDraft['display']) => void
}

/** Whether the notice is on the home screen. */
export function DisplaySelect({ value, onChange }: DisplaySelectProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={t('notices.display')} length={0}>
      <select
        className="field__control"
        id={id}
        value={value}
        onChange={event => onChange(event.currentTarget.value === '1' ? '1' : '0')}
      >
        <option value="1">{t('notices.shown')}</option>
        <option value="0">{t('notices.hidden')}</option>
      </select>
    </FieldFrame>
  )
}
