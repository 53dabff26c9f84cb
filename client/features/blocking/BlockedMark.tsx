import { t } from '#client/platform/language/language.ts'
import './blocking.css'

/** Beside the name of somebody whom the user has blocked, for nobody else to see. */
export function BlockedMark() {
  return <span className="blocked-mark">{t('blocking.blocked')}</span>
}
