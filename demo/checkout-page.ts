/** The checkout page: the tag does everything. */
import './everywhere.ts';
