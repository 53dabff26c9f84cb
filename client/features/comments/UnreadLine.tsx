import { t } from '#client/platform/language/language.ts'

/** Of the line above what is not read. */
export const UNREAD_ID = 'comments-unread'

/** Stands in the first comment below it: it is no item of its own. */
export function UnreadLine() {
  return (
    <p className="comment__unread" id={UNREAD_ID} tabIndex={-1}>
      {t('comments.unreadFrom')}
    </p>
  )
}
