import { t } from '#client/platform/language/language.ts'
import './blocking.css'

/** The mark beside the name of a blocked user. Only the viewer who blocked them sees it. */
export function BlockedMark() {
  return <span className="blocked-mark">{t('blocking.blocked')}</span>
}
