// Filled with the room.
