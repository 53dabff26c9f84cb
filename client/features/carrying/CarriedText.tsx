import { useAtomValue } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { isVisitors } from '#client/session/viewState.ts'
import { carriedAtom, hasWords } from './carried.text.ts'
import './carriedText.css'

/** On the way to becoming a member: the text that comes along. */
export function CarriedText() {
  const carried = useAtomValue(carriedAtom)
  if (!hasWords(carried) || !isVisitors('carried_text')) return null
  const { title, text } = carried
  return (
    <div className="carried-text">
      <p className="carried-text__mark">{t('carrying.comesAlong')}</p>
      {title.trim() !== '' && <p className="carried-text__title">{title}</p>}
      {text.trim() !== '' && <p className="carried-text__words">{text.slice(0, 200)}</p>}
    </div>
  )
}
