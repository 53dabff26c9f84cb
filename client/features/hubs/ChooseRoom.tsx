import { t } from '#client/platform/language/language.ts'
import { ManuscriptSheet } from '#client/ui/ManuscriptSheet.tsx'

/** What stands in the place of a room while none is chosen: what to do. `hasRooms`: there are some to choose from. */
export function ChooseRoom({ hasRooms }: { hasRooms: boolean }) {
  return (
    <div className="choose-room">
      <ManuscriptSheet />
      <p className="choose-room__title">{t(hasRooms ? 'hubs.choose' : 'hubs.chooseFirst')}</p>
      <p className="choose-room__hint">{t(hasRooms ? 'hubs.chooseHint' : 'hubs.chooseFirstHint')}</p>
    </div>
  )
}
