export const quotas = {
  'quota.topics':
    'One person can have 1,000 topics. Please delete some that you no longer use and try again.',
  'quota.notes':
    'One person can have 20,000 notes. Please delete some that you no longer use, empty the trash, and try again a minute later.',
  'quota.hubsPinned': 'Up to 5 rooms can be pinned. Please unpin another one first.',
  'quota.hubsMade': 'One person can create 500 rooms. Please add friends to one of them instead.',
  'quota.notePictures':
    'Each person can keep 200 MB of pictures. Delete ones you do not need from your notes and the trash; the space is free again a day later.',
  'quota.blocks':
    'One person can block 1,000 people. Please unblock somebody in My information and try again.',
  'quota.passkeys': 'You can have up to 20 passkeys. Delete one that you do not use and try again.',
  'quota.pushDevices':
    'One person can get notifications on up to 10 devices. Turn them off on another device and try again.',
} as const
