export const blocking = {
  'blocking.block': 'Block',
  'blocking.blockName': 'Block {name}',
  'blocking.ask': 'Block {name}?',
  'blocking.askDetail':
    'They can no longer find you or invite you to a room. Nobody is told. Rooms you are both in stay as they are, and you can unblock them in My information at any time.',
  'blocking.blocked': 'Blocked',
  'blocking.nowBlocked': 'You have blocked {name}.',
  'blocking.unblock': 'Unblock',
  'blocking.unblockName': 'Unblock {name}',
  'blocking.unblockAsk': 'Unblock {name}?',
  'blocking.unblockAskDetail': 'They can find you and invite you to rooms again.',
  'blocking.nowUnblocked': 'You have unblocked {name}.',
  'blocking.list': 'Blocked friends',
  'blocking.listLead':
    'Those you have blocked cannot find you or invite you to a room. Only you can see this list.',
  'blocking.none': 'You haven’t blocked anybody.',
  'blocking.more': '{count} more',
  'blocking.inRoom': 'Somebody you have blocked is in this room.',
  'blocking.invited': '{name} invited you to a room with somebody you have blocked.',
  'blocking.toRooms': 'Show my friends',
} as const
