import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Message } from '#client/ui/Message.tsx'
import type { NoticeFormState } from './useNoticeForm.ts'

/** How the last press of a button ended. */
export function NoticeOutcome({ outcome: { done, failure } }: { outcome: NoticeFormState['outcome'] }) {
  return (
    <>
      <Message>{done && t(`notices.${done.what}`, { number: String(done.noticeNo) })}</Message>
      {failure && (
        <Message kind="error">
          {t('notices.failed')} {failureText(failure)}
        </Message>
      )}
    </>
  )
}
